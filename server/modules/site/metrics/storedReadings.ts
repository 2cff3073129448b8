/**
 * Readings from the time-series store: those older than the moment up to which they were moved
 * (docs/decisions/49). The database has the rest, including late ones that are not copied yet.
 */
import { eq, sql, type SQL } from 'drizzle-orm'
import { addDays } from '#contract/dashboards/periods.ts'
import type { MetricName } from '#contract/metricNames.ts'
import type { ReportRange } from '#contract/reports.ts'
import { daysKept, type RetentionBounds } from '#contract/rules/retention.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Sample, Span, TimeSeries } from '#ports/timeSeries.ts'
import { startOfDay } from '#contract/timeZones/wallTime.ts'
import { isInRange, type BucketSpan } from './steps.ts'

export interface ReadingStores {
  timeSeries: TimeSeries | null
  retentionBounds: RetentionBounds
}

/** Aggregate of a sensor's readings in a step, by the second that identifies the step. */
export interface Point extends Record<string, unknown> {
  sensorId: number
  at: number
  sum: number
  low: number
  high: number
  counted: number
}

export interface StoredReadings {
  here: SQL | undefined
  late: SQL | undefined
  /** What the store has of the range. Null for nothing. */
  there: Span | null
  points(sensorIds: readonly number[], buckets: readonly BucketSpan[]): Promise<Point[]>
  samples(sensorId: number, only?: Span): Promise<Sample[]>
}

export interface Asked {
  range: ReportRange
  zone: string
  stored: StoredReadings
}

export const storedReadingsWhere = (
  { actor }: Scope,
  sensorIds: readonly number[],
  { range, zone, stored }: Asked,
): SQL =>
  ofCompany(
    tables.sensorReading,
    actor.companyId,
    sensorIds.length === 0
      ? sql`false`
      : sql`${tables.sensorReading.sensorId} in (${sql.join(
          sensorIds.map((id) => sql`${id}`),
          sql`, `,
        )})`,
    isInRange(range, zone),
    stored.here,
  )

const none: StoredReadings = {
  here: undefined,
  late: undefined,
  there: null,
  points: () => Promise.resolve([]),
  samples: () => Promise.resolve([]),
}
const DAY = 86_400_000

export async function storedReadings(
  scope: Scope,
  { timeSeries, retentionBounds }: ReadingStores,
  metric: MetricName,
  range: ReportRange,
  zone: string,
): Promise<StoredReadings> {
  if (timeSeries === null) return none
  const copy = await copyOf(scope)
  if (copy?.before == null) return none
  const days = daysKept('readings', copy.retention ?? {}, retentionBounds)
  const kept = scope.clock.now().getTime() - days * DAY
  const there: Span = {
    from: Math.max(startOfDay(range.from, zone), kept),
    until: Math.min(startOfDay(addDays(range.to, 1), zone), copy.before),
  }
  const within = ({ from, until }: Span): Span => ({
    from: Math.max(from, there.from),
    until: Math.min(until, there.until),
  })
  const of = { company: copy.uuid, metric }
  const before = sql`${new Date(copy.before).toISOString()}::timestamptz`
  const isCopied = sql`${tables.sensorReading.id} <= ${copy.copiedId}`
  return {
    here: sql`not (${tables.sensorReading.at} < ${before} and ${isCopied})`,
    late: sql`(${tables.sensorReading.at} < ${before} and not ${isCopied})`,
    there: there.until > there.from ? there : null,
    async points(sensorIds, buckets) {
      if (there.until <= there.from || sensorIds.length === 0) return []
      const spans = buckets.map(({ at, ...span }) => ({ at, ...within(span) }))
      const totals = await timeSeries.totals({ ...of, sensorIds }, spans)
      return totals.flatMap(({ sensorId, span, count, ...rest }) => {
        const at = spans[span]?.at
        return at === undefined ? [] : [{ sensorId, at, ...rest, counted: count }]
      })
    },
    async samples(sensorId, only) {
      const span = only === undefined ? there : within(only)
      if (span.until <= span.from) return []
      return timeSeries.samples({ ...of, sensorIds: [sensorId] }, span)
    },
  }
}

async function copyOf({ db, actor }: Scope) {
  const [found] = await db
    .select({
      uuid: tables.company.uuid,
      copiedId: tables.readingCopy.copiedId,
      before: sql<
        number | null
      >`extract(epoch from ${tables.readingCopy.movedBefore})::float8 * 1000`,
      retention: tables.companySettings.retention,
    })
    .from(tables.readingCopy)
    .innerJoin(tables.company, eq(tables.company.id, tables.readingCopy.companyId))
    .leftJoin(
      tables.companySettings,
      eq(tables.companySettings.companyId, tables.readingCopy.companyId),
    )
    .where(ofCompany(tables.readingCopy, actor.companyId))
  return found
}

export function joinPoints(here: readonly Point[], there: readonly Point[]): Point[] {
  if (there.length === 0) return [...here]
  const joined = new Map<string, Point>()
  for (const point of [...there, ...here]) {
    const key = `${point.sensorId} ${point.at}`
    const other = joined.get(key)
    joined.set(
      key,
      other === undefined
        ? point
        : {
            ...point,
            sum: point.sum + other.sum,
            low: Math.min(point.low, other.low),
            high: Math.max(point.high, other.high),
            counted: point.counted + other.counted,
          },
    )
  }
  return [...joined.values()].toSorted(
    (one, other) => one.sensorId - other.sensorId || one.at - other.at,
  )
}

export function changesOf(states: readonly Point[]): Point[] {
  const last = new Map<number, number>()
  return states
    .toSorted((one, other) => one.sensorId - other.sensorId || one.at - other.at)
    .filter(({ sensorId, sum }) => {
      const isChange = last.get(sensorId) !== sum
      last.set(sensorId, sum)
      return isChange
    })
}

export const stateOf = ({ sensorId, at, value }: Sample): Point => {
  const state = value > 0 ? 1 : 0
  return { sensorId, at: Math.round(at / 1000), sum: state, low: state, high: state, counted: 1 }
}
