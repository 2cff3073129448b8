import { dateFormat, type DateOptions } from '#contract/formatters.ts'
import { useMemo } from 'react'
import { addDays, type CardRange } from '#contract/dashboards/periods.ts'
import { useFormat } from '#lib/format.tsx'

/** A calendar day without a time zone, as a UTC date. */
const at = (date: string): Date => new Date(`${date}T00:00:00Z`)

export interface PeriodText {
  long(range: CardRange, period: { from: string; to: string }): string
  short(range: CardRange, period: { from: string; to: string }): string
  day(date: string): string
}

export function usePeriodLabels(): PeriodText {
  const { locale } = useFormat()
  return useMemo(() => {
    const make = (options: DateOptions) => dateFormat(locale, { timeZone: 'UTC', ...options })
    const [day, month, year, shortDay, shortMonth] = [
      make({ day: 'numeric', month: 'short', year: 'numeric' }),
      make({ month: 'long', year: 'numeric' }),
      make({ year: 'numeric' }),
      make({ day: 'numeric', month: 'numeric' }),
      make({ month: 'short' }),
    ]
    return {
      long: (range, { from, to }) =>
        range === 'DAY'
          ? day.format(at(from))
          : range === 'WEEK'
            ? day.formatRange(at(from), at(addDays(to, -1)))
            : range === 'MONTH'
              ? month.format(at(from))
              : year.format(at(from)),
      short: (range, { from }) =>
        range === 'DAY' || range === 'WEEK'
          ? shortDay.format(at(from))
          : range === 'MONTH'
            ? shortMonth.format(at(from))
            : year.format(at(from)),
      day: (date) => day.format(at(date)),
    }
  }, [locale])
}
