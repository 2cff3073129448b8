import { Trans, useTranslation } from 'react-i18next'
import type { ZoneRuleKind } from '#contract/rules/zoneAlerts.ts'
import { useFormat } from '#lib/format.tsx'
import { useFormatDuration } from '#lib/useFormatDuration.ts'

export function RuleSentence({
  kind,
  type,
  place,
  minimum,
  minutes,
}: {
  kind: ZoneRuleKind
  /** The type's name. Null for all moving equipment. */
  type: string | null
  /** Null for any location, or not chosen yet. */
  place: string | null
  minimum: number
  minutes: number
}) {
  const { t } = useTranslation('zones')
  const format = useFormat()
  const lasted = useFormatDuration()
  return (
    <Trans
      t={t}
      i18nKey={minutes === 0 ? `atOnce_${kind}` : `sentence_${kind}`}
      values={{ minimum: format.number(minimum), time: lasted(minutes * 60) }}
      components={{
        type: <bdi>{type ?? t('everything')}</bdi>,
        place: <bdi>{place ?? (kind === 'idle' ? t('anywhere') : '…')}</bdi>,
        b: <strong />,
      }}
    />
  )
}
