import { useTranslation } from 'react-i18next'
import type { SensorRow } from '#contract/sensors.ts'
import { useFormat } from '#lib/format.tsx'

const digitsOf = (step: number): number => Math.max(0, Math.min(3, Math.ceil(-Math.log10(step))))

/** Formats a reading with its unit; a leak sensor as wet or dry. */
export function useReading(): (
  type: Pick<SensorRow['type'], 'metric' | 'unit' | 'step'>,
  value: number,
) => string {
  const { t } = useTranslation('sensors')
  const format = useFormat()
  return ({ metric, unit, step }, value) => {
    if (metric === 'waterLeak') return t(value > 0 ? 'wet' : 'dry')
    const digits = digitsOf(step)
    const number = format.number(value, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    return unit === '' ? number : `${number} ${unit}`
  }
}
