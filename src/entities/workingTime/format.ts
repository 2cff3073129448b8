import { compareCodes } from '#contract/rules/inOrder.ts'
import { dateFormat } from '#contract/formatters.ts'
import type { Holiday, Shift, WorkingSpan } from '#contract/company/company.ts'
import { yearlyKey, type YearlyCalendar } from '#contract/rules/yearlyDates.ts'
import { formatFor, type Format } from '#lib/format.tsx'
import { weekdayName, weekdaysFrom } from '#lib/week.ts'

const range = ({ from, to }: { from: string; to: string }): string => `${from}–${to}`

/** Joins neighbouring days with the same text, as `Mon–Fri`. Omits days without text. */
function runsOfDays(
  hoursText: (day: number) => string,
  format: Format,
): { days: string; hours: string }[] {
  const runs: { first: number; last: number; hours: string }[] = []
  for (const day of weekdaysFrom(format.weekStart)) {
    const run = runs.at(-1)
    const hours = hoursText(day)
    if (run?.hours === hours) run.last = day
    else runs.push({ first: day, last: day, hours })
  }
  const name = (day: number): string => weekdayName(format.locale, day, 'short')
  return runs
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, hours }) => ({
      days: first === last ? name(first) : `${name(first)}–${name(last)}`,
      hours,
    }))
}

/** Formats working hours: `Mon–Fri 08:00–12:00, 13:00–17:00`. */
export function formatHours(spans: readonly WorkingSpan[], format: Format): string[] {
  const hoursOf = (day: number): string =>
    spans
      .filter((span) => span.day === day)
      .toSorted((one, other) => compareCodes(one.from, other.from))
      .map(range)
      .join(', ')
  return runsOfDays(hoursOf, format).map(({ days, hours }) => `${days} ${hours}`)
}

export function formatShift(shift: Shift, format: Format): string {
  const runs = runsOfDays((day) => (shift.days.includes(day) ? shift.name : ''), format)
  return `${shift.name}, ${range(shift)}: ${format.list(runs.map(({ days }) => days))}`
}

/** A calendar day without a time zone. Yearly holidays omit the year: `25 December`, `15 Nisan`. */
export function holidayDate(
  { date, yearly, calendar }: Pick<Holiday, 'date' | 'yearly' | 'calendar'>,
  format: Format,
): string {
  const day = new Date(`${date}T00:00:00Z`)
  if (yearly && calendar !== undefined && calendar !== 'gregorian')
    return dayOfCalendar(day, calendar, format.locale)
  return yearly
    ? dateFormat(format.locale, {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'long',
      }).format(day)
    : formatFor(format.language, 'UTC').date(day)
}

/**
 * Formats a day such as `15 Nisan`. The runtime names the month. Its Islamic calendar may be a day
 * off, so the day is our own.
 */
function dayOfCalendar(date: Date, calendar: YearlyCalendar, locale: string): string {
  const own = Number(/\d+$/.exec(yearlyKey(date.toISOString().slice(0, 10), calendar) ?? '')?.[0])
  const middle = new Date(date.getTime() + (15 - own) * 86_400_000)
  return dateFormat(locale, { calendar, day: 'numeric', month: 'long' })
    .formatToParts(middle)
    .map(({ type, value }) => (type === 'day' ? String(own) : value))
    .join('')
}

export function formatHoliday(
  holiday: Holiday,
  format: Format,
  /** Formats a working day. `hours`: its own hours, or empty for the usual hours. */
  asWorkingDay: (day: string, hours: string) => string,
): string {
  const day = `${holidayDate(holiday, format)}: ${holiday.name}`
  return holiday.kind === 'working'
    ? asWorkingDay(day, (holiday.hours ?? []).map(range).join(', '))
    : day
}
