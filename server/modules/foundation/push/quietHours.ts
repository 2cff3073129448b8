import type { QuietHours } from '#contract/push.ts'
import { DAY_MS, dayAt, instantOf } from '#contract/timeZones/wallTime.ts'

const MINUTE = 60_000

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * When the quiet hours end that hold at this instant, or null. They are spans between two instants
 * of the zone's clock, so that a repeated hour is not quiet twice.
 */
export function quietUntil(at: number, { from, to }: QuietHours, zone: string): number | null {
  const [start, end] = [minutesOf(from) * MINUTE, minutesOf(to) * MINUTE]
  const today = Date.parse(`${dayAt(at, zone)}T00:00:00Z`)
  for (const day of [today - DAY_MS, today]) {
    const ends = instantOf(day + end + (end <= start ? DAY_MS : 0), zone)
    if (instantOf(day + start, zone) <= at && at < ends) return ends
  }
  return null
}
