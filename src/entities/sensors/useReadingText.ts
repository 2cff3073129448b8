import { useTranslation } from 'react-i18next'
import { metricFacts } from '#contract/metricFacts.ts'
import { isChange, type MetricName } from '#contract/metricNames.ts'
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

/** Formats a value that a device sent. Other numbers keep the digits that they have. */
export function useSentText(): (of: { metric: MetricName; unit: string }, value: number) => string {
  const format = useFormat()
  const reading = useReadingText()
  return ({ metric, unit }, value) => {
    if (metric !== 'other') return reading({ metric, unit, step: metricFacts[metric].step }, value)
    const digits = Math.abs(value) < 1 ? 4 : 2
    const number = format.number(value, { maximumFractionDigits: digits })
    return unit === '' ? number : `${number} ${unit}`
  }
}
