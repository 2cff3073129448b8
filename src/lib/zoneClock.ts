import { DAY_MS, instantOf, wallAt } from '#contract/timeZones/wallTime.ts'

/** The beginning of the day that an instant lies in, or of one so many days on. */
export function midnightAt(at: number, timeZone: string, daysOn = 0): number {
  return instantOf(Math.floor(wallAt(at, timeZone) / DAY_MS) * DAY_MS + daysOn * DAY_MS, timeZone)
}
