import type { CardType } from '#contract/dashboards/dashboardItems.ts'
import { useFormat } from '#lib/format.tsx'

export function useFigure(type: CardType): (value: number) => string {
  const format = useFormat()
  return (value) =>
    type === 'averageScore'
      ? format.number(value, { maximumFractionDigits: 1 })
      : format.percent(value)
}
