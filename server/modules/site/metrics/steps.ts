/** The steps of a range: how readings are bucketed, and which steps are complete. */
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '#contract/dashboards/periods.ts'
import type { ReportRange } from '#contract/reports.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Span } from '#ports/timeSeries.ts'

const HOUR = 3_600
export const DAY = 24 * HOUR

export const midnight = (date: string, zone: string) =>
  sql`(${date}::timestamp at time zone ${zone})`
export const within = ({ from, to }: ReportRange, zone: string) =>
  sql`${tables.sensorReading.at} >= ${midnight(from, zone)}
    and ${tables.sensorReading.at} < ${midnight(addDays(to, 1), zone)}`

/**
 * Days and parts of a day follow the company's clock, so that a day stays a day across clock
 * changes and 6:00 compares with 6:00. Steps of an hour and less, or that do not divide a day,
 * follow elapsed time.
 */
const followsClock = (step: number) => step % DAY === 0 || (step > HOUR && DAY % step === 0)

export function bucket(
  step: number,
  { from }: ReportRange,
  zone: string,
  at: SQL | typeof tables.sensorReading.at = tables.sensorReading.at,
): SQL {
  return followsClock(step)
    ? sql`(date_bin(${`${step} seconds`}::interval, ${at} at time zone ${zone},
      ${from}::timestamp) at time zone ${zone})`
    : sql`date_bin(${`${step} seconds`}::interval, ${at}, ${midnight(from, zone)})`
}

export interface Expected {
  /** Number of complete steps. */ over: number
  /**
   * Start of the current step, which counts only once it has a reading. Infinity if all are
   * complete.
   */
  present: number
}

/** Uses the same buckets: a day with a clock change has 23 or 25 hours. */
export async function expectedSteps(
  { db, clock }: Scope,
  step: number,
  range: ReportRange,
  zone: string,
): Promise<Expected> {
  const now = sql`${clock.now().toISOString()}::timestamptz`
  const onClock = (at: SQL) => (followsClock(step) ? sql`(${at} at time zone ${zone})` : at)
  const [from, end] = [midnight(range.from, zone), midnight(addDays(range.to, 1), zone)]
  const {
    rows: [found],
  } = await db.execute<{ elapsed: number; present: number | null }>(
    sql`select extract(epoch from ${onClock(sql`least(${end},
      ${now})`)} - ${onClock(from)})::float8 as elapsed,
      case
      when ${now} < ${end} then extract(epoch from ${bucket(step, range, zone, now)})::float8
      end as present`,
  )
  const steps = Math.max(0, found?.elapsed ?? 0) / step
  const present = found?.present ?? null
  return present === null
    ? { over: Math.ceil(steps), present: Infinity }
    : { over: Math.floor(steps), present }
}

export interface BucketSpan extends Span {
  /** Seconds since 1970 that identify the bucket. */
  at: number
}

/**
 * The buckets as time spans, each with the second that identifies it. When the clock goes back, an
 * hour repeats, and its bucket begins with the first.
 */
export async function bucketSpans(
  { db }: Scope,
  step: number,
  range: ReportRange,
  zone: string,
): Promise<BucketSpan[]> {
  const every = sql`${`${step} seconds`}::interval`
  const [begin, end] = [midnight(range.from, zone), midnight(addDays(range.to, 1), zone)]
  const earlier = sql`(label - interval '1 hour')`
  const starts = followsClock(step)
    ? sql`select label, case when ${earlier} at time zone ${zone} = clock then ${earlier}
        else label end as start
        from generate_series(${range.from}::timestamp,
          ${addDays(range.to, 1)}::timestamp - interval '1 second', ${every}) as clock
        cross join lateral (select clock at time zone ${zone} as label) as labels`
    : sql`select start as label, start
        from generate_series(${begin}, ${end} - interval '1 second', ${every}) as start`
  const { rows } = await db.execute<BucketSpan & Record<string, unknown>>(sql`
    select extract(epoch from label)::int as at, extract(epoch from start)::float8 * 1000 as "from",
      extract(epoch from coalesce(lead(start) over (order by start), ${end}))::float8 * 1000 as until
    from (${starts}) as buckets order by start`)
  return rows
}
