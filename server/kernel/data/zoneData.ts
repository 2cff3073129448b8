/**
 * Time zones of companies and locations whose offsets differ between this runtime and the database,
 * because one has older zone data. Days and schedules would begin at two times.
 */
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { wallClockFormat } from '#contract/formatters.ts'
import { asSystem } from './transaction.ts'

export interface ZoneDifference {
  zone: string
  /** The first compared instant with a difference. */
  at: Date
  /** Minutes east of UTC. Null if the zone is unknown there. */
  runtime: number | null
  database: number | null
}

/** Half a month apart, so that no change of clocks is missed. */
const STEP_DAYS = 15
const STEPS = 49
const MINUTE = 60_000

export async function zoneDifferences(pool: pg.Pool, now: Date): Promise<ZoneDifference[]> {
  const { rows } = await asSystem(pool, (db) =>
    db.execute<{ zone: string; at: string; minutes: number | null }>(sql`
      with zone as materialized (
        select used.name, known.name is not null as "isKnown" from (
          select timezone as name from company union select timezone from location where timezone is not null
        ) as used left join pg_timezone_names as known on known.name = used.name
      ), instant as (
        select ${now.toISOString()}::timestamptz + make_interval(days => ${STEP_DAYS}::int * step) as at
        from generate_series(0, ${STEPS - 1}::int) as step
      )
      select zone.name as zone, (extract(epoch from at) * 1000)::text as at,
        case when "isKnown"
          then round(extract(epoch from (at at time zone zone.name) - (at at time zone 'UTC')) / 60)::int
        end as minutes
      from zone, instant order by zone.name, instant.at`),
  )
  const found = new Map<string, ZoneDifference>()
  for (const { zone, at: milliseconds, minutes: database } of rows) {
    if (found.has(zone)) continue
    const at = new Date(Number(milliseconds))
    const runtime = offsetOf(zone, at)
    if (runtime === null || runtime !== database) found.set(zone, { zone, at, runtime, database })
  }
  return [...found.values()]
}

/** In minutes. Null if this runtime does not know the zone. */
function offsetOf(zone: string, at: Date): number | null {
  let format: Intl.DateTimeFormat
  try {
    format = wallClockFormat(zone)
  } catch {
    return null
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const local = Date.UTC(
    Number(part['year']),
    Number(part['month']) - 1,
    Number(part['day']),
    Number(part['hour']),
    Number(part['minute']),
    Number(part['second']),
  )
  return Math.round((local - Math.floor(at.getTime() / 1000) * 1000) / MINUTE)
}

/** A sentence for the start and the doctor. */
export function logZoneDifference({ zone, at, runtime, database }: ZoneDifference): string {
  const day = at.toISOString().slice(0, 10)
  const hours = (minutes: number | null) =>
    minutes === null
      ? 'unknown'
      : `UTC${minutes < 0 ? '-' : '+'}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`
  return `The time zone ${zone} is ${hours(runtime)} in Node.js and ${hours(database)} in the database from ${day} or earlier: days, schedules and reports of companies there are wrong by the difference. Update the zone data (tzdata) of the older one, or Node.js.`
}
