/** Series of sensors, as a time-series database answers them. */
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays } from '#contract/dashboards/periods'
import {
  STEP,
  type Marker,
  type MetricName,
  type MetricRange,
  type ReportRange,
  type reports as contract,
} from '#contract/reports'
import {
  equipment,
  journalEntry,
  location,
  procedure,
  procedureLog,
  sensor,
  sensorReading,
  ticket,
} from '../../db/schema/index.ts'
import { badInput, notThere } from '../../kernel/errors.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import { count, orderOf, placeFilter, searchIn } from '../../kernel/lists.ts'
import { mustBeThere } from '../../kernel/named.ts'
import type { Scope } from '../../kernel/scope.ts'
import { calendarOf, mayChoose } from '../dashboards/index.ts'

type Tags = z.output<typeof contract.getMetrics.body>['tags']
const MAX_SERIES = 50
const HOUR = 3_600
const DAY = 24 * HOUR

const place = sql<string | null>`coalesce(${equipment.name}, ${location.name})`

function select({ db }: Scope, where: SQL) {
  return db
    .select({
      id: sensor.id,
      name: sensor.name,
      metric: sensor.metric,
      lowerLimit: sensor.lowerLimit,
      upperLimit: sensor.upperLimit,
      equipmentId: sensor.equipmentId,
      locationId: sensor.locationId,
      place,
      lastAt: sql<string | null>`(select max(${sensorReading.at}) from ${sensorReading}
        where ${sensorReading.companyId} = ${sensor.companyId}
        and ${sensorReading.sensorId} = ${sensor.id})`,
    })
    .from(sensor)
    .leftJoin(equipment, joinOn(equipment, sensor.equipmentId))
    .leftJoin(location, joinOn(location, sensor.locationId))
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
  await mustBeThere(scope, sensor, sensorIds ?? [], 'sensor', 'body.tags.sensorIds')
  const chosen = sensorIds?.length ? inArray(sensor.id, sensorIds) : undefined
  const where = scope.from.sensors(eq(sensor.metric, name), chosen, placeFilter(places, sensor))
  const [total] = await scope.db.select({ count }).from(sensor).where(where)
  const sensors = await select(scope, where)
    .orderBy(asc(sensor.name), asc(sensor.id))
    .limit(MAX_SERIES)
  return { sensors, remaining: (total?.count ?? 0) - sensors.length }
}

const midnight = (date: string, zone: string) => sql`(${date}::timestamp at time zone ${zone})`
const within = ({ from, to }: ReportRange, zone: string) =>
  sql`${sensorReading.at} >= ${midnight(from, zone)}
    and ${sensorReading.at} < ${midnight(addDays(to, 1), zone)}`
const daysIn = ({ from, to }: ReportRange) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

interface Point extends Record<string, unknown> {
  sensorId: number
  at: number
  value: number
  low: number
  high: number
  counted: number
}

/**
 * Whole days and whole parts of a day follow the company's clock, so that a day stays a day across
 * a clock change and 6:00 lies on 6:00 where ranges are compared; an hour and less, and what
 * divides no day, follow time itself.
 */
const followsClock = (step: number) => step % DAY === 0 || (step > HOUR && DAY % step === 0)

function bucket(
  step: number,
  { from }: ReportRange,
  zone: string,
  at: SQL | typeof sensorReading.at = sensorReading.at,
): SQL {
  return followsClock(step)
    ? sql`(date_bin(${`${step} seconds`}::interval, ${at} at time zone ${zone},
      ${from}::timestamp) at time zone ${zone})`
    : sql`date_bin(${`${step} seconds`}::interval, ${at}, ${midnight(from, zone)})`
}

interface Expected {
  /** Steps that are over, which a sensor could have been heard in. */ over: number
  /** Where the present step begins: it counts only once it was heard. Infinity: all are over. */
  present: number
}

/** By the same buckets: a day that the clock changed in has the hours that it had. */
async function expectedSteps(
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

function coverageOf(rows: readonly Point[], { over, present }: Expected): number {
  const heard = rows.filter(({ at }) => at <= present).length
  const expected = over + (rows.some(({ at }) => at === present) ? 1 : 0)
  if (expected === 0) return rows.length > 0 ? 100 : 0
  return Math.round((100 * heard) / expected)
}

export async function metrics(
  scope: Scope,
  { name, tags, ranges, step }: z.output<typeof contract.getMetrics.body>,
): Promise<MetricRange[]> {
  for (const [index, range] of ranges.entries())
    if ((daysIn(range) * DAY) / step > STEP.points)
      throw badInput(
        `body.ranges.${index}`,
        'tooManyPoints',
        'So long a range needs a longer step.',
      )
  return overRanges(
    scope,
    name,
    tags,
    ranges,
    step,
    (sensors, range, zone) => sql`
    select ${sensorReading.sensorId} as "sensorId",
    extract(epoch from ${bucket(step, range, zone)})::int as at,
    avg(${sensorReading.value})::float8 as value, min(${sensorReading.value})::float8 as low,
    max(${sensorReading.value})::float8 as high, count(*)::int as counted
    from ${sensorReading} where ${ofSensors(scope, sensors)} and ${within(range, zone)}
    group by 1, 2 order by 1, 2`,
  )
}

/** Only where the value became another one, mapped to 0 or 1. */
export async function changes(
  scope: Scope,
  { name, tags, ranges }: z.output<typeof contract.getMetricChanges.body>,
): Promise<MetricRange[]> {
  const state = sql`(case when ${sensorReading.value} > 0 then 1 else 0 end)`
  return overRanges(
    scope,
    name,
    tags,
    ranges,
    null,
    (sensors, range, zone) => sql`
    select "sensorId", at, value::float8, value::float8 as low, value::float8 as high, 1 as counted
    from (
      select ${sensorReading.sensorId} as "sensorId",
      extract(epoch from ${sensorReading.at})::int as at, ${state} as value,
      lag(${state}) over (partition by ${sensorReading.sensorId}
      order by ${sensorReading.at}) as before
      from ${sensorReading} where ${ofSensors(scope, sensors)} and ${within(range, zone)}
    ) as readings where before is distinct from value order by 1, 2 limit ${STEP.points}`,
  )
}

const ofSensors = ({ actor }: Scope, sensors: readonly Sensor[]): SQL =>
  and(
    eq(sensorReading.companyId, actor.companyId),
    sensors.length === 0
      ? sql`false`
      : inArray(
          sensorReading.sensorId,
          sensors.map(({ id }) => id),
        ),
  ) ?? sql`false`

async function overRanges(
  scope: Scope,
  name: MetricName,
  tags: Tags,
  ranges: readonly ReportRange[],
  step: number | null,
  points: (sensors: Sensor[], range: ReportRange, zone: string) => SQL,
): Promise<MetricRange[]> {
  const { zone, today } = await calendarOf(scope)
  const { sensors, remaining } = await sensorsOf(scope, name, tags)
  const answers: MetricRange[] = []
  for (const range of ranges) {
    const begun = performance.now()
    const { rows } = await scope.db.execute<Point>(points(sensors, range, zone))
    const expected =
      step === null ? { over: 0, present: Infinity } : await expectedSteps(scope, step, range, zone)
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

function seriesOf(
  { id, name: called, place: where, lastAt, lowerLimit, upperLimit }: Sensor,
  name: MetricName,
  rows: readonly Point[],
  expected: Expected,
): MetricRange['series'][number] {
  const sum = rows.reduce((total, { value }) => total + value, 0)
  return {
    metric: { __name__: name, sensorId: id, name: called, place: where },
    values: rows.map(({ at, value }): [number, number] => [at, Math.round(value * 100) / 100]),
    counts: rows.map(({ counted }) => counted),
    spread: rows.map(({ low, high }): [number, number] => [low, high]),
    lowerLimit,
    upperLimit,
    minimum: rows.length === 0 ? null : Math.min(...rows.map(({ low }) => low)),
    average: rows.length === 0 ? null : sum / rows.length,
    maximum: rows.length === 0 ? null : Math.max(...rows.map(({ high }) => high)),
    coverage: coverageOf(rows, expected),
    lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
  }
}

/** The readings that a value of a series was made of: by the same buckets that made it. */
export async function readings(
  scope: Scope,
  {
    name,
    sensorId,
    range,
    step,
    at,
    sort,
    limit,
    offset,
  }: z.output<typeof contract.listReadings.body>,
) {
  const { zone } = await calendarOf(scope)
  await mustBeThere(scope, sensor, [sensorId], 'sensor', 'body.sensorId')
  const [found] = await select(
    scope,
    scope.from.sensors(eq(sensor.id, sensorId), eq(sensor.metric, name)),
  )
  if (!found) throw notThere('sensor', 'body.sensorId')
  const moment = step === null ? sql`${sensorReading.at}` : bucket(step, range, zone)
  const where = and(
    ofSensors(scope, [found]),
    within(range, zone),
    at === undefined ? undefined : sql`extract(epoch from ${moment})::int = ${at}`,
  )
  const [total] = await scope.db
    .select({ count, value: sql<number | null>`avg(${sensorReading.value})::float8` })
    .from(sensorReading)
    .where(where)
  const rows = await scope.db
    .select({ id: sensorReading.id, at: sensorReading.at, value: sensorReading.value })
    .from(sensorReading)
    .where(where)
    .orderBy(sort === '-at' ? desc(sensorReading.at) : asc(sensorReading.at))
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    value: total?.value ?? null,
    sensor: found.name,
    rows: rows.map((row) => ({ ...row, id: Number(row.id), at: row.at.toISOString() })),
  }
}

export async function listSensors(
  scope: Scope,
  { name, ids, search, sort, limit, offset }: z.output<typeof contract.listMetricSensors.body>,
) {
  const where = scope.from.sensors(
    name === undefined ? undefined : eq(sensor.metric, name),
    searchIn(sql`lower(${sensor.name})`, search),
    ids && inArray(sensor.id, ids),
  )
  const [total] = await scope.db.select({ count }).from(sensor).where(where)
  const rows = await select(scope, where)
    .orderBy(...orderOf(sort, { name: sensor.name }, sensor.id, [asc(sensor.name), asc(sensor.id)]))
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

/** What happened on the things and in the places that the sensors watch, the newest first. */
export async function markers(
  scope: Scope,
  { sensorIds, range }: z.output<typeof contract.listMetricMarkers.body>,
): Promise<{ rows: Marker[]; remaining: number }> {
  const { zone } = await calendarOf(scope)
  await mustBeThere(scope, sensor, sensorIds, 'sensor', 'body.sensorIds')
  const sensors =
    sensorIds.length === 0
      ? []
      : await select(scope, scope.from.sensors(inArray(sensor.id, sensorIds)))
  if (sensors.length < new Set(sensorIds).size) throw notThere('sensor', 'body.sensorIds')
  const things = sensors.flatMap(({ equipmentId }) => (equipmentId === null ? [] : [equipmentId]))
  const places = sensors.flatMap(({ locationId }) => (locationId === null ? [] : [locationId]))
  const at = (column: SQL) =>
    sql`${column} >= ${midnight(range.from, zone)}
      and ${column} < ${midnight(addDays(range.to, 1), zone)}`
  const here = (row: {
    equipmentId: typeof ticket.equipmentId | typeof procedureLog.equipmentId
    locationId: typeof ticket.locationId | typeof procedureLog.locationId
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
      select ${ticket.openedAt} as at, 'ticket' as kind, ${ticket.id} as id, ${ticket.title} as name
      from ${ticket} where ${scope.from.tickets(here(ticket), at(sql`${ticket.openedAt}`))}
      union all select ${procedureLog.doneAt}, 'procedure', ${procedureLog.id},
      (select ${procedure.name} from ${procedure}
      where ${procedure.companyId} = ${procedureLog.companyId}
      and ${procedure.id} = ${procedureLog.procedureId})
      from ${procedureLog} where ${scope.from.procedureLogs(here(procedureLog), at(sql`${procedureLog.doneAt}`))}
      union all select ${journalEntry.at}, 'status', ${journalEntry.entityId},
      ${journalEntry.entityName} from ${journalEntry}
      where ${journalEntry.companyId} = ${scope.actor.companyId}
      and ${journalEntry.entity} = 'equipment'
      and ${things.length === 0 ? sql`false` : inArray(sql`${journalEntry.entityId}`, things)}
        and ${journalEntry.changes} @> '[{"field": "status"}]'::jsonb
        and ${at(sql`${journalEntry.at}`)}
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
