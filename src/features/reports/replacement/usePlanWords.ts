import { useTranslation } from 'react-i18next'
import { decimalsOf } from '#contract/rules/money.ts'
import type { PartOfScore, ReplacementBucket } from '#contract/rules/replacement.ts'
import { MIN_OBSERVED_DAYS, PLAN_YEARS } from '#contract/rules/replacement.ts'
import type { ReplacementRow } from '#contract/replacement.ts'
import { useFormat } from '#lib/format.tsx'

/** A year is written without separators of thousands. */
const YEAR = { useGrouping: false } as const

export function usePlanWords(currency: string | null) {
  const { t } = useTranslation('replacement')
  const format = useFormat()
  const year = (value: number) => format.number(value, YEAR)
  /** Prices are mostly whole, so decimals are written only if they are not 0. */
  const money = (value: number) =>
    currency === null
      ? format.number(value, { maximumFractionDigits: 2 })
      : format.number(value, {
          style: 'currency',
          currency,
          maximumFractionDigits: decimalsOf(currency),
          trailingZeroDisplay: 'stripIfInteger',
        })
  const bucket = (of: ReplacementBucket, firstYear: number): string =>
    typeof of === 'number'
      ? year(of)
      : t(`bucket_${of}`, { year: year(firstYear + PLAN_YEARS - 1) })
  const count = (value: number) => t('equipment', { count: value, number: format.number(value) })
  return { year, money, bucket, count }
}

/** What a part of the score measured, as text. */
export function usePartWords(currency: string | null, hasMoney: boolean) {
  const { t } = useTranslation('replacement')
  const format = useFormat()
  const { money } = usePlanWords(currency)
  const short = (value: number) => format.number(value, { maximumFractionDigits: 1 })
  const percent = (value: number) =>
    format.number(Math.round(value * 10) / 1_000, { style: 'percent', maximumFractionDigits: 1 })

  function measured({ part, points, value, compared }: PartOfScore, row: ReplacementRow): string {
    if (points === null) {
      if (part === 'cost' && !hasMoney) return t('unknown.costHidden')
      return t(`unknown.${part}`, { days: format.number(MIN_OBSERVED_DAYS) })
    }
    if (part === 'warranty')
      return row.warrantyUntil === null
        ? ''
        : `${t(points > 0 ? 'measured.warrantyOver' : 'measured.warrantyLasts')} (${format.calendarDay(row.warrantyUntil)})`
    const write = { age: short, cost: money, failures: short, downtime: percent }[part]
    const words = { value: write(value ?? 0), compared: write(compared ?? 0) }
    if (compared === null && part === 'failures') return t('measured.failuresAlone', words)
    if (compared === null && part === 'downtime') return t('measured.downtimeAlone', words)
    return t(`measured.${part}`, words)
  }
  return { measured, short, percent }
}
