/**
 * Wall clocks of time zones. A wall time is given in milliseconds as if it were UTC, so that
 * calendar days are plain sums.
 */
import { wallClockFormat } from '#contract/formatters.ts'

export const DAY_MS = 86_400_000

/** The zone's wall time at an instant. */
export function wallAt(at: number, timeZone: string): number {
  const parts = wallClockFormat(timeZone).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
  return (
    Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    ) +
    (at - Math.floor(at / 1000) * 1000)
  )
}

const aheadAt = (at: number, timeZone: string): number => wallAt(at, timeZone) - at

/**
 * The instant of a wall time. A skipped time moves forward by the skipped span; of a doubled time,
 * the first.
 */
export function instantOf(wall: number, timeZone: string): number {
  // No offset but those of the day before and the day after can hold at that time.
  const [before, after] = [aheadAt(wall - DAY_MS, timeZone), aheadAt(wall + DAY_MS, timeZone)]
  const shown = [wall - Math.max(before, after), wall - Math.min(before, after)].find(
    (at) => wallAt(at, timeZone) === wall,
  )
  return shown ?? wall - before
}

/** The beginning of the day that an instant lies in, or of one so many days on. */
export function midnightAt(at: number, timeZone: string, daysOn = 0): number {
  return instantOf(Math.floor(wallAt(at, timeZone) / DAY_MS) * DAY_MS + daysOn * DAY_MS, timeZone)
}
