import { DAY_MS, instantOf, wallAt } from '#contract/timeZones/wallTime.ts'

/** Midnight of the day that contains the instant, or of a day `days` later. */
export function midnightAt(at: number, timeZone: string, daysOn = 0): number {
  return instantOf(Math.floor(wallAt(at, timeZone) / DAY_MS) * DAY_MS + daysOn * DAY_MS, timeZone)
}
