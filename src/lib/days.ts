/**
 * Calendar days of the company's time zone as instants: a day begins at its own midnight, wherever
 * the reader is.
 */
import { DAY_MS, instantOf } from './zoneClock.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

export function dayStart(date: string, timeZone: string): string | null {
  return day.test(date)
    ? new Date(instantOf(Date.parse(`${date}T00:00:00Z`), timeZone)).toISOString()
    : null
}

/** The last instant of the day. */
export function dayEnd(date: string, timeZone: string): string | null {
  return day.test(date)
    ? new Date(instantOf(Date.parse(`${date}T00:00:00Z`) + DAY_MS, timeZone) - 1).toISOString()
    : null
}
