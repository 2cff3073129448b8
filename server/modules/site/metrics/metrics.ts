import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays } from '#contract/dashboards/periods.ts'
import type { MetricName } from '#contract/metricNames.ts'
import {
  STEP,
  type Marker,
  type MetricRange,
  type ReportRange,
  type reports as contract,
} from '#contract/reports.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, folded, orderOf, placeFilter, searchIn } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { midnight } from '#kernel/data/wallClock.ts'
import {
  bucketNumber,
  bucketSpans,
  DAY,
  expectedSteps,
  type BucketSpan,
  type Expected,
} from './steps.ts'
import {
  storedReadingsWhere,
  changesOf,
  joinPoints,
  stateOf,
  storedReadings,
  type Asked,
  type Point,
  type ReadingStores,
} from './storedReadings.ts'
import { mayChoose } from '../../foundation/filters/index.ts'

type Tags = z.output<typeof contract.getMetrics.body>['tags']
const MAX_SERIES = 50

const place = sql<string | null>`coalesce(${tables.equipment.name}, ${tables.location.name})`

function select({ db }: Scope, where: SQL) {
  return db
    .select({
      id: tables.sensor.id,
      name: tables.sensor.name,
      metric: tables.sensor.metric,
      lowerLimit: tables.sensor.lowerLimit,
      upperLimit: tables.sensor.upperLimit,
      equipmentId: tables.sensor.equipmentId,
      locationId: tables.sensor.locationId,
      place,
      // all readings may be in the time-series store
      lastAt: sql<
        string | null
      >`coalesce((select max(${tables.sensorReading.at}) from ${tables.sensorReading}
        where ${tables.sensorReading.companyId} = ${tables.sensor.companyId}
        and ${tables.sensorReading.sensorId} = ${tables.sensor.id}), ${tables.sensor.measuredAt})`,
    })
    .from(tables.sensor)
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.sensor.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.sensor.locationId))
    .where(where)
    .$dynamic()
}
type Sensor = Awaited<ReturnType<typeof select>>[number]

async function sensorsOf(
  scope: Scope,
  name: MetricName,
  { sensorIds, ...places }: Tags,
): Promise<{ sensors: Sensor[]; remaining: number }> {
  await mayChoose(scope, [places], 'body.tags')
  await requireRows(scope, tables.sensor, sensorIds ?? [], 'sensor', 'body.tags.sensorIds')
  const chosen = sensorIds?.length ? inArray(tables.sensor.id, sensorIds) : undefined
  const where = scope.from.sensors(
    eq(tables.sensor.metric, name),
    chosen,
    placeFilter(places, tables.sensor),
  )
  const [total] = await scope.db.select({ count }).from(tables.sensor).where(where)
  const sensors = await select(scope, where)
    .orderBy(byName(scope, tables.sensor.name), asc(tables.sensor.id))
    .limit(MAX_SERIES)
  return { sensors, remaining: (total?.count ?? 0) - sensors.length }
}

const daysIn = ({ from, to }: ReportRange) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

function coverageOf(rows: readonly Point[], { over, present }: Expected): number {
  const heard = rows.filter(({ at }) => at <= present).length
  const expected = over + (rows.some(({ at }) => at === present) ? 1 : 0)
  if (expected === 0) return rows.length > 0 ? 100 : 0
  return Math.round((100 * heard) / expected)
}

export async function metrics(
  scope: Scope,
  stores: ReadingStores,
  { name, tags, ranges, step }: z.output<typeof contract.getMetrics.body>,
): Promise<MetricRange[]> {
  for (const [index, range] of ranges.entries())
    if ((daysIn(range) * DAY) / step > STEP.points)
      throw badInput(
        `body.ranges.${index}`,
        'tooManyPoints',
        'So long a range needs a longer step.',
      )
  return overRanges(scope, stores, { name, tags, ranges, step }, async (ids, asked) => {
    const { stored, spans } = asked
    const { rows } = await scope.db.execute<Point & { number: number }>(sql`
      select ${tables.sensorReading.sensorId} as "sensorId",
      ${bucketNumber(step, spans)} as number,
      sum(${tables.sensorReading.value})::float8 as sum, min(${tables.sensorReading.value})::float8 as low,
      max(${tables.sensorReading.value})::float8 as high, count(*)::int as counted
      from ${tables.sensorReading} where ${storedReadingsWhere(scope, ids, asked)}
      group by 1, 2 order by 1, 2`)
    const points = rows.flatMap(({ number, ...row }) => {
      const at = spans[number - 1]?.at
      return at === undefined ? [] : [{ ...row, at }]
    })
    return joinPoints(points, await stored.points(ids, spans))
  })
}

/** Only changes of the value, mapped to 0 or 1. */
export async function changes(
  scope: Scope,
  stores: ReadingStores,
  { name, tags, ranges }: z.output<typeof contract.getMetricChanges.body>,
): Promise<MetricRange[]> {
  const state = sql`(case when ${tables.sensorReading.value} > 0 then 1 else 0 end)`
  return overRanges(scope, stores, { name, tags, ranges, step: null }, async (ids, asked) => {
    const { rows } = await scope.db.execute<Point>(sql`
      select "sensorId", at, value::float8 as sum, value::float8 as low, value::float8 as high,
      1 as counted
      from (
        select ${tables.sensorReading.sensorId} as "sensorId",
        extract(epoch from ${tables.sensorReading.at})::int as at, ${state} as value,
        lag(${state}) over (partition by ${tables.sensorReading.sensorId}
        order by ${tables.sensorReading.at}) as before
        from ${tables.sensorReading} where ${storedReadingsWhere(scope, ids, asked)}
      ) as readings where before is distinct from value order by 1, 2 limit ${STEP.points}`)
    const older: Point[] = []
    // Sequential: a year of one sensor's readings is the most one response should hold.
    for (const id of ids) older.push(...changesOf((await asked.stored.samples(id)).map(stateOf)))
    return changesOf([...older, ...rows]).slice(0, STEP.points)
  })
}

async function overRanges(
  scope: Scope,
  stores: ReadingStores,
  {
    name,
    tags,
    ranges,
    step,
  }: { name: MetricName; tags: Tags; ranges: readonly ReportRange[]; step: number | null },
  pointsOf: (
    sensorIds: number[],
    asked: Asked & { spans: readonly BucketSpan[] },
  ) => Promise<Point[]>,
): Promise<MetricRange[]> {
  const { zone, today } = await calendarOf(scope)
  const { sensors, remaining } = await sensorsOf(scope, name, tags)
  const answers: MetricRange[] = []
  for (const range of ranges) {
    const begun = performance.now()
    const stored = await storedReadings(scope, stores, name, range, zone)
    const spans = step === null ? [] : bucketSpans(step, range, zone)
    const rows = await pointsOf(
      sensors.map(({ id }) => id),
      { range, zone, stored, spans },
    )
    const expected =
      step === null
        ? { over: 0, present: Infinity }
        : expectedSteps(spans, scope.clock.now().getTime())
    answers.push({
      ...range,
      isPartial: range.to >= today,
      remaining,
      stats: {
        seriesFetched: sensors.length,
        executionTimeMsec: Math.round(performance.now() - begun),
      },
      series: sensors.map((one) =>
        seriesOf(
          one,
          name,
          rows.filter(({ sensorId }) => sensorId === one.id),
          expected,
        ),
      ),
    })
  }
  return answers
}

/** Rounds to hundredths. Smaller values keep three significant digits, as on screen. */
const rounded = (mean: number) =>
  Math.round(mean * 100) === 0 ? Number(mean.toPrecision(3)) : Math.round(mean * 100) / 100

function seriesOf(
  { id, name: called, place: where, lastAt, lowerLimit, upperLimit }: Sensor,
  name: MetricName,
  rows: readonly Point[],
  expected: Expected,
): MetricRange['series'][number] {
  const means = rows.map(({ sum, counted }) => sum / counted)
  const total = (of: (point: Point) => number) => rows.reduce((sum, point) => sum + of(point), 0)
  return {
    metric: { __name__: name, sensorId: id, name: called, place: where },
    values: rows.map(({ at }, index): [number, number] => [at, rounded(means[index] ?? 0)]),
    counts: rows.map(({ counted }) => counted),
    spread: rows.map(({ low, high }): [number, number] => [low, high]),
    lowerLimit,
    upperLimit,
    minimum: rows.length === 0 ? null : Math.min(...rows.map(({ low }) => low)),
    // Mean over readings, not over steps, so that it equals the mean of the row's readings.
    average: rows.length === 0 ? null : total(({ sum }) => sum) / total(({ counted }) => counted),
    maximum: rows.length === 0 ? null : Math.max(...rows.map(({ high }) => high)),
    coverage: coverageOf(rows, expected),
    lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
  }
}

export async function listSensors(
  scope: Scope,
  { name, ids, search, sort, limit, offset }: z.output<typeof contract.listMetricSensors.body>,
) {
  const where = scope.from.sensors(
    name === undefined ? undefined : eq(tables.sensor.metric, name),
    searchIn(folded(tables.sensor.name), search),
    ids && inArray(tables.sensor.id, ids),
  )
  const [total] = await scope.db.select({ count }).from(tables.sensor).where(where)
  const rows = await select(scope, where)
    .orderBy(
      ...orderOf(scope, sort, { name: tables.sensor.name }, tables.sensor.id, [
        byName(scope, tables.sensor.name),
        asc(tables.sensor.id),
      ]),
    )
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ id, name: called, metric, place: where_, lastAt }) => ({
      id,
      name: called,
      metric,
      place: where_,
      lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
    })),
  }
}

const MAX_MARKERS = 200

export async function listMarkers(
  scope: Scope,
  { sensorIds, range }: z.output<typeof contract.listMetricMarkers.body>,
): Promise<{ rows: Marker[]; remaining: number }> {
  const { zone } = await calendarOf(scope)
  await requireRows(scope, tables.sensor, sensorIds, 'sensor', 'body.sensorIds')
  const sensors =
    sensorIds.length === 0
      ? []
      : await select(scope, scope.from.sensors(inArray(tables.sensor.id, sensorIds)))
  if (sensors.length < new Set(sensorIds).size) throw refuseNotFound('sensor', 'body.sensorIds')
  const things = sensors.flatMap(({ equipmentId }) => (equipmentId === null ? [] : [equipmentId]))
  const places = sensors.flatMap(({ locationId }) => (locationId === null ? [] : [locationId]))
  const at = (column: SQL) =>
    sql`${column} >= ${midnight(range.from, zone)}
      and ${column} < ${midnight(addDays(range.to, 1), zone)}`
  const here = (row: {
    equipmentId: typeof tables.ticket.equipmentId | typeof tables.procedureLog.equipmentId
    locationId: typeof tables.ticket.locationId | typeof tables.procedureLog.locationId
  }) =>
    sql`(${things.length === 0 ? sql`false` : inArray(sql`${row.equipmentId}`, things)}
      or ${places.length === 0 ? sql`false` : inArray(sql`${row.locationId}`, places)})`
  const { rows } = await scope.db.execute<{
    at: string
    kind: Marker['kind']
    id: number
    name: string
    total: number
  }>(sql`
    select *, (count(*) over ())::int as total from (
      select ${tables.ticket.openedAt} as at, 'ticket' as kind, ${tables.ticket.id} as id, ${tables.ticket.title} as name
      from ${tables.ticket} where ${scope.from.tickets(here(tables.ticket), at(sql`${tables.ticket.openedAt}`))}
      union all select ${tables.procedureLog.doneAt}, 'procedure', ${tables.procedureLog.id},
      (select ${tables.procedure.name} from ${tables.procedure}
      where ${tables.procedure.companyId} = ${tables.procedureLog.companyId}
      and ${tables.procedure.id} = ${tables.procedureLog.procedureId})
      from ${tables.procedureLog} where ${scope.from.procedureLogs(here(tables.procedureLog), at(sql`${tables.procedureLog.doneAt}`))}
      union all select ${tables.journalEntry.at}, 'status', ${tables.journalEntry.entityId},
      ${tables.journalEntry.entityName} from ${tables.journalEntry}
      where ${tables.journalEntry.companyId} = ${scope.actor.companyId}
      and ${tables.journalEntry.entity} = 'equipment'
      and ${things.length === 0 ? sql`false` : inArray(sql`${tables.journalEntry.entityId}`, things)}
        and ${tables.journalEntry.changes} @> '[{"field": "status"}]'::jsonb
        and ${at(sql`${tables.journalEntry.at}`)}
    ) as happened order by at desc limit ${MAX_MARKERS}`)
  return {
    rows: rows.map(({ at: when, kind, id, name }) => ({
      at: new Date(when).toISOString(),
      kind,
      id,
      name,
    })),
    remaining: Math.max(0, (rows[0]?.total ?? 0) - rows.length),
  }
}
