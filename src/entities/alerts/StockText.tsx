import { Trans, useTranslation } from 'react-i18next'
import type { AlertRow } from '#contract/alerts.ts'
import { writeStored } from '#contract/rules/storedReading.ts'
import { useFormat } from '#lib/format.tsx'

/** Text of an alert about low stock. Hidden stock gets a generic text. */
export default function StockText({ alert: { stock, thing, text, endedAt } }: { alert: AlertRow }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  if (stock === null) return <p className="quiet">{t('happened.hidden')}</p>
  return (
    <>
      <p>
        <Trans
          t={t}
          i18nKey={text === null ? 'stockLow' : 'stockLowLeft'}
          components={{
            item: <bdi>{stock.name}</bdi>,
            place: <bdi>{thing}</bdi>,
            left: <bdi>{writeStored(format.locale, text ?? '')}</bdi>,
          }}
        />
      </p>
      {endedAt !== null && <p className="quiet">{t('over', { when: format.relative(endedAt) })}</p>}
    </>
  )
}
