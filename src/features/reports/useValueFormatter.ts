import { useTranslation } from 'react-i18next'
import { metricFacts } from '#contract/metricFacts.ts'
import { isChange, type MetricName } from '#contract/metricNames.ts'
import { useFormat } from '#lib/format.tsx'

const wordOf = {
  waterLeak: ['wet', 'dry'],
  contact: ['open', 'closed'],
  motion: ['moving', 'still'],
  vibration: ['vibrating', 'steady'],
  alarm: ['alarm', 'calm'],
} as const

export function useValueFormatter(name: MetricName): (value: number) => string {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const { unit } = metricFacts[name]
  return (value) =>
    isChange(name)
      ? t(wordOf[name][value > 0 ? 0 : 1])
      : `${format.number(value, { maximumFractionDigits: 1 })}${unit === '' ? '' : ` ${unit}`}`
}
