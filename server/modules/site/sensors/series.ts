import { desc, eq, inArray, sql } from 'drizzle-orm'
import { addDays } from '#contract/dashboards/periods.ts'
import type { Id } from '#contract/ids.ts'
import { isChange } from '#contract/metricNames.ts'
import { seriesSpans, type SeriesSpan } from '#contract/sensors.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { count, orderOf } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { changes, listMarkers, metrics, type ReadingStores } from '../metrics/index.ts'

const steps: Record<SeriesSpan, number> = { day: 900, week: 3_600, month: 6 * 3_600 }

async function mustBeSeen({ db, from }: Scope, id: Id<'sensor'>) {
  const [found] = await db
    .select({ metric: tables.sensor.metric, gatewayId: tables.sensor.gatewayId })
    .from(tables.sensor)
    .where(from.sensors(eq(tables.sensor.id, id)))
  if (!found) throw refuseNotFound('sensor')
  return found
}

export async function sensorSeries(
  scope: Scope,
  stores: ReadingStores,
  id: Id<'sensor'>,
  span: SeriesSpan,
) {
  const { metric } = await mustBeSeen(scope, id)
  const { today } = await calendarOf(scope)
  // Includes yesterday, because today alone could be almost empty.
  const ranges = [{ from: addDays(today, -seriesSpans[span]), to: today }]
  const tags = { sensorIds: [id] }
  const step = isChange(metric) ? null : steps[span]
  const [range] = isChange(metric)
    ? await changes(scope, stores, { name: metric, tags, ranges })
    : await metrics(scope, stores, { name: metric, tags, ranges, step: steps[span] })
  if (!range || !ranges[0]) throw new Error('A range was asked for and none was answered')
  const told = await listMarkers(scope, { sensorIds: [id], range: ranges[0] })
  return { step, range, markers: told.rows, remaining: told.remaining }
}

export async function sensorAlerts(
  scope: Scope,
  id: Id<'sensor'>,
  { limit, offset, sort }: { limit: number; offset: number; sort?: 'at' | '-at' | undefined },
) {
  const {
    db,
    actor: { companyId },
  } = scope
  await mustBeSeen(scope, id)
  const kinds = ['sensorTooLow', 'sensorTooHigh', 'sensorSilent'] as const
  const where = ofCompany(
    tables.alert,
    companyId,
    eq(tables.alert.sensorId, id),
    inArray(tables.alert.kind, [...kinds]),
  )
  const [total] = await db.select({ count }).from(tables.alert).where(where)
  const rows = await db
    .select()
    .from(tables.alert)
    .where(where)
    .orderBy(
      ...orderOf(scope, sort, { at: tables.alert.at }, tables.alert.id, [
        desc(tables.alert.at),
        desc(sql`${tables.alert.id}`),
      ]),
    )
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind as (typeof kinds)[number],
      text: row.text,
      endedAt: row.endedAt?.toISOString() ?? null,
    })),
  }
}
