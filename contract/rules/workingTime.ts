/**
 * Rules on spans of the day and week, shared by the settings page and the server. Times are
 * `HH:MM`, which sort as text.
 */
import { yearlyKey, type YearlyCalendar } from './yearlyDates.ts'

export interface Span {
  day: number
  from: string
  to: string
}

export type Hours = Pick<Span, 'from' | 'to'>

const MINUTES_A_DAY = 1_440

function minutesIn(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Minutes from the day's midnight. An end at or before the start is on the next day. */
export function minutesOfSpan({ from, to }: Hours): { from: number; to: number } {
  const [start, end] = [minutesIn(from), minutesIn(to)]
  return { from: start, to: end <= start ? end + MINUTES_A_DAY : end }
}

export const passesMidnight = ({ from, to }: Hours): boolean => to <= from

/** True if two spans of a week overlap. Touching ends do not count. Saturday meets Sunday. */
export function overlapping(spans: readonly Span[]): boolean {
  return overlap(
    spans.map((span) => ({ ...minutesOfSpan(span), day: span.day * MINUTES_A_DAY })),
    [0, -7 * MINUTES_A_DAY, 7 * MINUTES_A_DAY],
  )
}

/** True if two spans that begin on the same day overlap. */
export const hoursOverlap = (hours: readonly Hours[]): boolean =>
  overlap(
    hours.map((span) => ({ ...minutesOfSpan(span), day: 0 })),
    [0],
  )

function overlap(
  spans: readonly { day: number; from: number; to: number }[],
  shifts: readonly number[],
): boolean {
  return spans.some((one, index) =>
    spans
      .slice(index + 1)
      .some((other) =>
        shifts.some(
          (shift) =>
            one.day + one.from < other.day + other.to + shift &&
            other.day + other.from + shift < one.day + one.to,
        ),
      ),
  )
}

export interface DayException {
  date: string
  yearly: boolean
  /** The calendar by which a yearly day recurs. `date` is one of its days. */
  calendar?: YearlyCalendar | undefined
  kind?: 'closed' | 'working' | undefined
  /** Hours of a working day. If omitted, the usual hours apply. */
  hours?: readonly Hours[] | undefined
}

/**
 * The first day that is both closed and working, or has two sets of hours. A date of one year may
 * contradict a yearly one.
 */
export function contradiction<T extends DayException>(days: readonly T[]): T | null {
  const known = new Map<string, string>()
  for (const day of days) {
    const key = keyOf(day)
    const meaning = `${day.kind ?? 'closed'} ${(day.hours ?? []).map(({ from, to }) => `${from}–${to}`).join()}`
    if ((known.get(key) ?? meaning) !== meaning) return day
    known.set(key, meaning)
  }
  return null
}

/** Finds the exception of a day. A date of one year takes precedence over a yearly one. */
export function exceptionReader<T extends DayException>(
  days: readonly T[],
): (day: string) => T | undefined {
  const once = new Map(days.filter(({ yearly }) => !yearly).map((one) => [one.date, one]))
  const yearly = days.filter((one) => one.yearly)
  const byKey = new Map(yearly.map((one) => [keyOf(one), one]))
  const calendars = [...new Set(yearly.map(({ calendar = 'gregorian' }) => calendar))]
  return (day) => {
    const found = once.get(day)
    if (found !== undefined) return found
    for (const calendar of calendars) {
      const own = byKey.get(`${calendar} ${yearlyKey(day, calendar)}`)
      if (own !== undefined) return own
    }
    return undefined
  }
}

const keyOf = ({ date, yearly, calendar = 'gregorian' }: DayException): string =>
  yearly ? `${calendar} ${yearlyKey(date, calendar)}` : date

export interface ShiftSpan {
  name: string
  days: readonly number[]
  from: string
  to: string
}

/**
 * Name of the first shift that contains this time of the company's week, or null. An end at or
 * before the start is on the next day.
 */
export function shiftAt(shifts: readonly ShiftSpan[], day: number, time: string): string | null {
  const dayBefore = (day + 6) % 7
  const holds = ({ days, from, to }: ShiftSpan) =>
    from < to
      ? days.includes(day) && from <= time && time < to
      : (days.includes(day) && from <= time) || (days.includes(dayBefore) && time < to)
  return shifts.find(holds)?.name ?? null
}
