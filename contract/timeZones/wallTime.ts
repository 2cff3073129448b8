/**
 * Wall time of time zones. A wall time is in milliseconds as if it were UTC, so that calendar days
 * are plain sums. All conversions of the server and the page are based on this file.
 */
import { offsetAt } from '#zoneOffsets'
import { toInstant } from './zoneTable.ts'

export { DAY_MS } from './zoneTable.ts'

export const wallAt = (at: number, zone: string): number => at + offsetAt(at, zone)

/**
 * The instant of a wall time. A skipped time moves forward by the skipped span; a repeated time
 * means the first (RFC 5545, 3.3.5).
 */
export const instantOf = (wall: number, zone: string): number =>
  toInstant(wall, (at) => offsetAt(at, zone))

/** The first instant of a day (2026-11-21) in a zone. */
export const startOfDay = (day: string, zone: string): number =>
  instantOf(Date.parse(`${day}T00:00:00Z`), zone)

/** The day of an instant in a zone, as 2026-11-21. */
export const dayAt = (at: number, zone: string): string =>
  new Date(wallAt(at, zone)).toISOString().slice(0, 10)
