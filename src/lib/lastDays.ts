import { calendarDay } from '#contract/formatters.ts'
import { DAY_MS } from '#contract/timeZones/wallTime.ts'

/**
 * The company's calendar days that end with today, as Today's figures count them, or the same
 * number of days before.
 */
export function lastDays(days: number, timeZone: string, now: number, spansBack = 0) {
  const today = Date.parse(`${calendarDay(now, timeZone)}T00:00:00Z`)
  const last = today - spansBack * days * DAY_MS
  return {
    from: calendarDay(last - (days - 1) * DAY_MS, 'UTC'),
    to: calendarDay(last, 'UTC'),
  }
}
