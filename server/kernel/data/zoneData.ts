/**
 * Compares the zone data of this runtime and of the database with the pinned release, for the zones
 * of companies and locations. Only the pinned release decides days and schedules (decision 62).
 */
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { offsetAt, zoneRelease, zoneTable } from '#contract/timeZones/pinnedOffsets.ts'
import { runtimeOffset } from '#contract/timeZones/runtimeOffset.ts'
import { asSystem } from './transaction.ts'

export interface ZoneDifference {
  zone: string
  isKnown: boolean
  /** The first day on which the runtime's data differs, and both offsets in minutes east of UTC. */
  runtime: OffsetDiffers | null
  database: OffsetDiffers | null
}
interface OffsetDiffers {
  from: Date
  pinned: number
  /** Offset in that data; null if it lacks the zone. */
  found: number | null
}

const DAYS_BACK = 400
const DAYS = DAYS_BACK + 730
const MINUTE = 60_000
const DAY = 1_440 * MINUTE

export async function zoneDifferences(pool: pg.Pool, now: Date): Promise<ZoneDifference[]> {
  const first = now.getTime() - DAYS_BACK * DAY
  const { rows } = await asSystem(pool, (db) =>
    // The only `at time zone` of the server: it measures the database's zone data.
    db.execute<{ zone: string; minutes: (number | null)[] }>(sql`
      with zone as materialized (
        select used.name, known.name is not null as "isKnown" from (
          select timezone as name from company union select timezone from location where timezone is not null
        ) as used left join pg_timezone_names as known on known.name = used.name
      ), instant as (
        select step, ${new Date(first).toISOString()}::timestamptz + make_interval(hours => 24 * step) as at
        from generate_series(0, ${DAYS - 1}::int) as step
      )
      select zone.name as zone, array_agg(case when "isKnown"
          then round(extract(epoch from (at at time zone zone.name) - (at at time zone 'UTC')) / 60)::int
        end order by step) as minutes
      from zone, instant group by zone.name order by zone.name`),
  )
  return rows.flatMap(({ zone, minutes }): ZoneDifference[] => {
    if (zoneTable(zone) === null) return [{ zone, isKnown: false, runtime: null, database: null }]
    const firstOf = (find: (at: number, day: number) => number | null): OffsetDiffers | null => {
      for (let day = 0; day < DAYS; day += 1) {
        const at = first + day * DAY
        const [pinned, found] = [Math.round(offsetAt(at, zone) / MINUTE), find(at, day)]
        if (pinned !== found) return { from: new Date(at), pinned, found }
      }
      return null
    }
    const runtime = firstOf((at) => runtimeMinutes(at, zone))
    const database = firstOf((_at, day) => minutes[day] ?? null)
    return runtime === null && database === null ? [] : [{ zone, isKnown: true, runtime, database }]
  })
}

function runtimeMinutes(at: number, zone: string): number | null {
  try {
    return Math.round(runtimeOffset(at, zone) / MINUTE)
  } catch {
    return null
  }
}

export const runtimeRelease: string | null = process.versions['tz'] ?? null

export const zoneReleases = (): string =>
  `Days and schedules follow the tz database ${zoneRelease} (Node.js has ${runtimeRelease ?? 'an unknown release'}).`

export function logZoneDifference({ zone, isKnown, runtime, database }: ZoneDifference): string {
  if (!isKnown)
    return `The time zone ${zone} is not in the tz database ${zoneRelease}: nothing of companies there can be dated. Choose another zone.`
  const parts = Object.entries({ 'Node.js': runtime, 'the database': database }).flatMap(
    ([name, differs]) =>
      differs === null
        ? []
        : [
            `${hoursOf(differs.found)} in ${name} from ${differs.from.toISOString().slice(0, 10)} on (${hoursOf(differs.pinned)} by ${zoneRelease})`,
          ],
  )
  return `The time zone ${zone} is ${parts.join(' and ')}. Plantroom uses ${zoneRelease}; only other programs on this data are affected.`
}

const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
const hoursOf = (minutes: number | null): string =>
  minutes === null
    ? 'unknown'
    : `UTC${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
