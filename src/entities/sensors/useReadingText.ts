import { useTranslation } from 'react-i18next'
import { isChange } from '#contract/metricNames.ts'
import type { SensorRow } from '#contract/sensors.ts'
import { useFormat } from '#lib/format.tsx'

const digitsOf = (step: number): number => Math.max(0, Math.min(3, Math.ceil(-Math.log10(step))))

const wordOf = {
  waterLeak: ['wet', 'dry'],
  contact: ['open', 'closed'],
  motion: ['moving', 'still'],
  vibration: ['vibrating', 'steady'],
  alarm: ['alarm', 'calm'],
} as const

export function useReadingText(): (
  type: Pick<SensorRow['type'], 'metric' | 'unit' | 'step'>,
  value: number,
) => string {
  const { t } = useTranslation('sensors')
  const format = useFormat()
  return ({ metric, unit, step }, value) => {
    if (isChange(metric)) return t(wordOf[metric][value > 0 ? 0 : 1])
    const digits = digitsOf(step)
    const number = format.number(value, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    return unit === '' ? number : `${number} ${unit}`
  }
}
