/** Calendar days and minutes of the company's time zone as instants, wherever the reader is. */
import { DAY_MS, instantOf, wallAt } from '#contract/timeZones/wallTime.ts'

/** True for an existing day, `2026-12-24`. An address may name the 31st of February. */
export function isDay(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false
  const at = Date.parse(`${date}T00:00:00Z`)
  // The parser reads 31 February as 3 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date)
}

export function dayStart(date: string, timeZone: string): string | null {
  return isDay(date)
    ? new Date(instantOf(Date.parse(`${date}T00:00:00Z`), timeZone)).toISOString()
    : null
}

/** The last instant of the day. */
export function dayEnd(date: string, timeZone: string): string | null {
  return isDay(date)
    ? new Date(instantOf(Date.parse(`${date}T00:00:00Z`) + DAY_MS, timeZone) - 1).toISOString()
    : null
}

/**
 * Whole days as instants. Null unless both ends are days: a list filters by a range only if it has
 * both (spec section 5).
 */
export function wholeRange(
  days: { from: string; to: string },
  timeZone: string,
): { from: string; to: string } | null {
  const [from, to] = [dayStart(days.from, timeZone), dayEnd(days.to, timeZone)]
  return from === null || to === null ? null : { from, to }
}

const minute = {
  test: (wall: string) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall) && !Number.isNaN(Date.parse(`${wall}:00Z`)),
}

/** The instant at which the company's clock shows this time, such as 2026-12-24T08:00. */
export function minuteStart(wall: string, timeZone: string): string | null {
  return minute.test(wall)
    ? new Date(instantOf(Date.parse(`${wall}:00Z`), timeZone)).toISOString()
    : null
}

/** The company's wall clock at an instant. Empty for null. */
export const minuteAt = (at: string | null, timeZone: string): string =>
  at === null ? '' : new Date(wallAt(Date.parse(at), timeZone)).toISOString().slice(0, 16)
