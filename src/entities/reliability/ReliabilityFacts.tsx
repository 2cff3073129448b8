import { useTranslation } from 'react-i18next'
import type { ReliabilityRow } from '#contract/reliability.ts'
import type { MeanSeconds } from '#contract/rules/reliability.ts'
import { useFormat } from '#lib/format.tsx'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { Facts } from '#ui/panel/DetailPanel.tsx'

/** Availability with one digit, so that 99.96 % is not shown as everything. */
function useFormatAvailability(): (percent: number | null) => string {
  const format = useFormat()
  return (percent) =>
    percent === null
      ? '–'
      : format.number(Math.floor(percent * 10) / 1_000, {
          style: 'percent',
          maximumFractionDigits: 1,
        })
}

export function ReliabilityFacts({ of }: { of: Omit<ReliabilityRow, 'id' | 'name'> }) {
  const { t } = useTranslation('reliability')
  const format = useFormat()
  const lasted = useFormatDuration()
  const available = useFormatAvailability()
  const mean = (value: MeanSeconds | null) =>
    value === null ? (
      <span className="quiet">{t('tooFew')}</span>
    ) : (
      <>
        {lasted(value.mean)}{' '}
        <span className="quiet">
          {value.high === null
            ? t('intervalOpen', { low: lasted(value.low) })
            : t('interval', { low: lasted(value.low), high: lasted(value.high) })}
        </span>
      </>
    )
  return (
    <Facts
      rows={[
        { label: t('availability'), value: available(of.availability) },
        { label: t('downSeconds'), value: lasted(of.downSeconds) },
        { label: t('plannedSeconds'), value: lasted(of.plannedSeconds) },
        { label: t('failures'), value: format.number(of.failures) },
        { label: t('mtbf'), value: mean(of.mtbf) },
        { label: t('mttr'), value: mean(of.mttr) },
      ]}
    />
  )
}
