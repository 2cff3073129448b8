/**
 * Wall time of time zones. A wall time is in milliseconds as if it were UTC, so that calendar days
 * are plain sums. All conversions of the server and the page are based on this file.
 */
import { offsetAt } from '#zoneOffsets'

export const DAY_MS = 86_400_000

/** The zone's wall time at an instant. */
export const wallAt = (at: number, zone: string): number => at + offsetAt(at, zone)

/**
 * The instant of a wall time. A skipped time moves forward by the skipped span; a repeated time
 * means the first (RFC 5545, 3.3.5).
 */
export function instantOf(wall: number, zone: string): number {
  // Only the offsets of the day before and the day after can apply.
  const before = offsetAt(wall - DAY_MS, zone)
  const after = offsetAt(wall + DAY_MS, zone)
  if (before === after) return wall - before
  const [first, second] = [wall - Math.max(before, after), wall - Math.min(before, after)]
  if (wallAt(first, zone) === wall) return first
  return wallAt(second, zone) === wall ? second : wall - before
}

/** The first instant of a day (2026-11-21) in a zone. */
export const startOfDay = (day: string, zone: string): number =>
  instantOf(Date.parse(`${day}T00:00:00Z`), zone)

/** The day of an instant in a zone, as 2026-11-21. */
export const dayAt = (at: number, zone: string): string =>
  new Date(wallAt(at, zone)).toISOString().slice(0, 10)
