import { Trans, useTranslation } from 'react-i18next'
import type { AlertRow } from '#contract/alerts.ts'
import { isChange } from '#contract/metricNames.ts'
import type { IncidentKind } from '#contract/rules/sensors.ts'
import { useReadingText } from '#entities/sensors/useReadingText.ts'
import { writeStored } from '#contract/rules/storedReading.ts'
import { useFormat } from '#lib/format.tsx'

/**
 * Text of an incident alert: what is wrong, or when it ended. Hidden sensors get a generic text.
 */
export default function IncidentText({
  alert: { sensor, equipment, text, endedAt },
  kind,
}: {
  alert: AlertRow
  kind: IncidentKind
}) {
  const { t } = useTranslation(['alerts', 'sensors'])
  const format = useFormat()
  const reading = useReadingText()
  const name = kind === 'gatewaySilent' ? equipment?.name : sensor?.name
  if (name === undefined) return <p className="quiet">{t('happened.hidden')}</p>
  const isHigh = kind === 'sensorTooHigh'
  const metric = sensor?.metric ?? ''
  const isLeak = isHigh && metric === 'waterLeak'
  const word =
    (isHigh || kind === 'sensorTooLow') && isChange(metric)
      ? reading({ metric, unit: '', step: 1 }, isHigh ? 1 : 0)
      : null
  return (
    <>
      <p>
        {word === null || isLeak ? (
          <Trans
            t={t}
            i18nKey={`lasting.${isLeak ? 'leak' : kind}`}
            components={{
              name: <bdi>{name}</bdi>,
              detail: <bdi dir="ltr">{writeStored(format.locale, text ?? '')}</bdi>,
            }}
          />
        ) : (
          <Trans
            t={t}
            i18nKey="sensors:reports"
            components={{ name: <bdi>{name}</bdi>, detail: <bdi>{word}</bdi> }}
          />
        )}
      </p>
      <p className="quiet">
        {endedAt === null ? t('lastsStill') : t('over', { when: format.relative(endedAt) })}
      </p>
    </>
  )
}
