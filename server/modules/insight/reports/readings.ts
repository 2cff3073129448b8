import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { ReportRange, reports as contract } from '#contract/reports.ts'
import * as tables from '#db/schema/index.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { count } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { instant } from '#kernel/data/wallClock.ts'
import type { Sample, Span } from '#ports/timeSeries.ts'
import {
  storedReadingsWhere,
  bucketSpans,
  storedReadings,
  type ReadingStores,
} from '../../site/metrics/index.ts'

export async function readings(
  scope: Scope,
  stores: ReadingStores,
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
  await requireRows(scope, tables.sensor, [sensorId], 'sensor', 'body.sensorId')
  const [found] = await scope.db
    .select({ name: tables.sensor.name })
    .from(tables.sensor)
    .where(scope.from.sensors(eq(tables.sensor.id, sensorId), eq(tables.sensor.metric, name)))
  if (!found) throw refuseNotFound('sensor', 'body.sensorId')
  const stored = await storedReadings(scope, stores, name, range, zone)
  const only = at === undefined ? undefined : spanOf(at, step, range, zone)
  const asked = and(
    storedReadingsWhere(scope, [sensorId], { range, zone, stored }),
    only &&
      sql`${tables.sensorReading.at} >= ${instant(only.from)}
        and ${tables.sensorReading.at} < ${instant(only.until)}`,
  )
  const there = await stored.samples(sensorId, only)
  const late = stored.late && (await rowsOf(scope, and(asked, stored.late), { limit: LATE }))
  const older = [...there.map(toRow), ...(late ?? [])].toSorted(byMoment)
  const where = stored.late === undefined ? asked : and(asked, sql`not ${stored.late}`)
  const [total] = await scope.db
    .select({ count, sum: sql<number>`coalesce(sum(${tables.sensorReading.value}), 0)::float8` })
    .from(tables.sensorReading)
    .where(where)
  const newerCount = total?.count ?? 0
  const all = older.length + newerCount
  const isNewestFirst = sort === '-at'
  const newer = await rowsOf(scope, where, {
    isNewestFirst,
    limit,
    offset: Math.max(0, offset - (isNewestFirst ? 0 : older.length)),
  })
  const rows = isNewestFirst
    ? [...newer, ...pageOf(older.toReversed(), offset - newerCount, limit)]
    : [...pageOf(older, offset, limit), ...newer]
  return {
    count: all,
    value: all === 0 ? null : older.reduce((sum, { value }) => sum + value, total?.sum ?? 0) / all,
    sensor: found.name,
    rows: rows.slice(0, limit),
  }
}

/** The span of the step that `at` identifies. Without steps, a reading has the nearest second. */
function spanOf(at: number, step: number | null, range: ReportRange, zone: string): Span {
  if (step === null) return { from: at * 1000 - 500, until: at * 1000 + 500 }
  return bucketSpans(step, range, zone).find((span) => span.at === at) ?? { from: 0, until: 0 }
}

/** Maximum readings of a sensor that can arrive late between two copies, a few seconds apart. */
const LATE = 5_000

interface Reading {
  id: number
  at: string
  value: number
}

async function rowsOf(
  { db }: Scope,
  where: SQL | undefined,
  {
    isNewestFirst = false,
    limit,
    offset = 0,
  }: { isNewestFirst?: boolean; limit: number; offset?: number },
): Promise<Reading[]> {
  const rows = await db
    .select({
      id: tables.sensorReading.id,
      at: tables.sensorReading.at,
      value: tables.sensorReading.value,
    })
    .from(tables.sensorReading)
    .where(where)
    .orderBy(isNewestFirst ? desc(tables.sensorReading.at) : asc(tables.sensorReading.at))
    .limit(limit)
    .offset(offset)
  return rows.map((row) => ({ ...row, id: Number(row.id), at: row.at.toISOString() }))
}

/** The store has no ids; a sensor has one reading per moment. */
const toRow = ({ at, value }: Sample): Reading => ({
  id: at,
  at: new Date(at).toISOString(),
  value,
})
const byMoment = (one: Reading, other: Reading) => Date.parse(one.at) - Date.parse(other.at)

/** With a negative offset, the page begins before these rows. */
const pageOf = <T>(rows: readonly T[], offset: number, limit: number): T[] =>
  rows.slice(Math.max(0, offset), Math.max(0, offset + limit))
