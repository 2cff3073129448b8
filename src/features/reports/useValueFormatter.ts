import { useTranslation } from 'react-i18next'
import type { MetricName } from '#contract/reports.ts'
import { useFormat } from '#lib/format.tsx'

const units: Record<MetricName, string> = { temperature: ' °C', humidity: ' %', waterLeak: '' }

/** Formats a value with its unit; a water leak is wet or dry. */
export function useValueFormatter(name: MetricName): (value: number) => string {
  const { t } = useTranslation('reports')
  const format = useFormat()
  return (value) =>
    name === 'waterLeak'
      ? t(value > 0 ? 'wet' : 'dry')
      : `${format.number(value, { maximumFractionDigits: 1 })}${units[name]}`
}
