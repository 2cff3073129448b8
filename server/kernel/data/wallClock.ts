/**
 * Wall time in statements. The server computes boundaries and offsets from its own zone data, since
 * the database's may be older (decision 62).
 */
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { zoneTable } from '#contract/timeZones/pinnedOffsets.ts'
import { startOfDay } from '#contract/timeZones/wallTime.ts'
import { cutTable } from '#contract/timeZones/zoneTable.ts'

export const instant = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`

/** `{…}::timestamptz[]`, for `width_bucket`. */
export const instants = (list: readonly number[]): SQL =>
  sql`${`{${list.map((at) => new Date(at).toISOString()).join(',')}}`}::timestamptz[]`

export const midnight = (day: string, zone: string): SQL => instant(startOfDay(day, zone))

interface Days {
  from: string
  /** Exclusive. */
  to: string
}

/** Seconds since 1970 on the zone's clock, for instants within these days. */
function wallSeconds(at: PgColumn | SQL, zone: string, days: Days): SQL {
  const table = zoneTable(zone)
  if (table === null) throw new RangeError(`Unknown time zone: ${zone}`)
  const { changes, offsets } = cutTable(
    table,
    startOfDay(days.from, zone),
    startOfDay(days.to, zone),
  )
  const seconds = offsets.map((offset) => Math.round(offset / 1000))
  // date_part is twice as fast as extract, which returns a numeric.
  const epoch = sql`date_part('epoch', ${at})`
  return changes.length === 0
    ? sql`(${epoch} + ${seconds[0] ?? 0}::int)`
    : sql`(${epoch} + (${`{${seconds.join(',')}}`}::int[])[1 + width_bucket(${at}, ${instants(changes)})])`
}

/** Weeks in days: a multiple of 7, so that days before 1970 get a weekday too. */
const WEEKS = 70_000
const THURSDAY = 4

/** Days since 1970, weekday (0 is Sunday) and minute of the day on the zone's clock. */
export function wallParts(
  at: PgColumn | SQL,
  zone: string,
  days: Days,
): { day: SQL; weekday: SQL; minute: SQL } {
  const seconds = wallSeconds(at, zone, days)
  const day = sql`floor(${seconds} / 86400)::int`
  return {
    day,
    weekday: sql`mod(${day} + ${sql.raw(String(WEEKS + THURSDAY))}, 7)`,
    minute: sql`floor((${seconds} - 86400 * floor(${seconds} / 86400)) / 60)::int`,
  }
}
