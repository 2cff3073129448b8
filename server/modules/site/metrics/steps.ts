import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '#contract/dashboards/periods.ts'
import type { ReportRange } from '#contract/reports.ts'
import { DAY_MS, instantOf, startOfDay } from '#contract/timeZones/wallTime.ts'
import * as tables from '#db/schema/index.ts'
import { instants, midnight } from '#kernel/data/wallClock.ts'
import type { Span } from '#ports/timeSeries.ts'

const HOUR = 3_600
export const DAY = 24 * HOUR

export const isInRange = ({ from, to }: ReportRange, zone: string): SQL =>
  sql`${tables.sensorReading.at} >= ${midnight(from, zone)}
    and ${tables.sensorReading.at} < ${midnight(addDays(to, 1), zone)}`

/**
 * True for days and parts of a day, which follow the company's clock across clock changes. Steps of
 * an hour or less, or that do not divide a day, follow elapsed time.
 */
const followsClock = (step: number) => step % DAY === 0 || (step > HOUR && DAY % step === 0)

export interface BucketSpan extends Span {
  /** Identifies the bucket, in seconds since 1970. */
  at: number
}

/**
 * The buckets as time spans, at most `STEP.points`. If the clock repeats a bucket's start, the
 * first of the two counts.
 */
export function bucketSpans(step: number, { from, to }: ReportRange, zone: string): BucketSpan[] {
  const end = startOfDay(addDays(to, 1), zone)
  const starts = (
    followsClock(step)
      ? everyStep(Date.parse(from), Date.parse(to) + DAY_MS, step).map((wall) =>
          instantOf(wall, zone),
        )
      : everyStep(startOfDay(from, zone), end, step)
  ).filter((start, index, all) => start !== all[index + 1]) // a skipped day
  return starts.map((start, index) => ({
    at: Math.floor(start / 1000),
    from: start,
    until: starts[index + 1] ?? end,
  }))
}

function everyStep(from: number, to: number, step: number): number[] {
  const count = Math.ceil((to - from) / (step * 1000))
  return Array.from({ length: count }, (_each, index) => from + index * step * 1000)
}

/** SQL for the number of a reading's bucket among `spans`, from 1. */
export function bucketNumber(step: number, spans: readonly BucketSpan[]): SQL {
  const { at } = tables.sensorReading
  if (followsClock(step))
    return sql`width_bucket(${at}, ${instants(spans.map(({ from }) => from))})`
  const first = (spans[0]?.from ?? 0) / 1000
  return sql`(1 + floor((date_part('epoch', ${at}) - ${first}::float8) / ${step}::float8))::int`
}

export interface Expected {
  over: number
  /**
   * Start of the current step, which counts only once it has a reading. Infinity if all are
   * complete.
   */
  present: number
}

/** A day with a clock change has 23 or 25 hours. */
export function expectedSteps(spans: readonly BucketSpan[], now: number): Expected {
  const present = spans.find(({ from, until }) => from <= now && now < until)
  return {
    over: spans.filter(({ until }) => until <= now).length,
    present: present?.at ?? ((spans[0]?.from ?? 0) > now ? 0 : Infinity),
  }
}
