/**
 * Each device's latest measurements, from which users choose a sensor's measurement. Collected in
 * memory and written every few seconds, so that a report costs no extra statement.
 */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { measuredAt, type Measurement, type Unread } from '#contract/ingest/measurements.ts'
import { MEASUREMENTS_OF_DEVICE, type sensors as contract } from '#contract/sensors.ts'
import * as tables from '#db/schema/index.ts'
import { count, folded, qualified, searchIn } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'
import type { Kernel } from '#kernel/kernel.ts'

interface Last {
  device: string
  key: string
  label: string
  metric: string
  unit: string
  value: number | null
  position: number
  at: string
}

/** Maximum measurements waiting in memory, over all companies. Further measurements are dropped. */
const WAITING_MAXIMUM = 20_000
const LABEL_MAXIMUM = 120
/** Maximum measurements per company, so that passing radios do not fill the database. */
const KEPT_OF_COMPANY = 20_000

interface Waiting {
  byCompany: Map<Id<'company'>, Map<string, Last>>
  size: number
}
const waiting = new WeakMap<Kernel, Waiting>()
function waitingOf(kernel: Kernel): Waiting {
  const known = waiting.get(kernel) ?? { byCompany: new Map(), size: 0 }
  waiting.set(kernel, known)
  return known
}

/** Collects measurements in memory. Returns the measurements beyond the device's limit. */
export function rememberMeasurements(
  kernel: Kernel,
  companyId: Id<'company'>,
  measurements: readonly Measurement[],
): Unread[] {
  const held = waitingOf(kernel)
  const own = held.byCompany.get(companyId) ?? new Map<string, Last>()
  held.byCompany.set(companyId, own)
  const now = kernel.clock.now()
  const at = now.toISOString()
  const beyond: Unread[] = []
  const names = new Map<string, Set<string>>()
  for (const [position, one] of measurements.entries()) {
    if (one.key === null || one.metric === null || !isPresent(one, now.getTime())) continue
    if (one.key.length > LABEL_MAXIMUM || one.label.length > LABEL_MAXIMUM) continue
    const kept = names.get(one.device) ?? new Set()
    names.set(one.device, kept)
    if (kept.size >= MEASUREMENTS_OF_DEVICE && !kept.has(one.key)) {
      beyond.push({ fault: 'notKept', device: one.device, label: one.label })
      continue
    }
    kept.add(one.key)
    const name = `${one.device} ${one.key}`
    if (!own.has(name)) {
      if (held.size >= WAITING_MAXIMUM) continue
      held.size += 1
    }
    const { device, key, label, metric, unit, value } = one
    own.set(name, { device, key, label, metric, unit, value, position, at })
  }
  return beyond
}

/** True for a current measurement. False for buffered old readings and for refused times. */
function isPresent({ at }: Measurement, now: number): boolean {
  const measured = measuredAt(at, now)
  return typeof measured === 'number' && now - measured < DAY_MS
}
const DAY_MS = 86_400_000

export async function writeMeasurements(kernel: Kernel): Promise<void> {
  const held = waitingOf(kernel)
  waiting.set(kernel, { byCompany: new Map(), size: 0 })
  for (const [companyId, own] of held.byCompany)
    if (own.size > 0)
      await inCompany(kernel.pool, companyId, (db) => writeOf(db, companyId, [...own.values()]))
}

async function writeOf(db: Db, companyId: Id<'company'>, lasts: readonly Last[]): Promise<void> {
  // in a fixed order, so that two servers do not deadlock
  const documents = lasts.toSorted((one, other) =>
    one.device === other.device
      ? one.position - other.position
      : one.device < other.device
        ? -1
        : 1,
  )
  await db.execute(sql`
    insert into ${tables.deviceMeasurement}
      (company_id, device_id, key, label, metric, unit, value, position, heard_at)
    select ${companyId}, told.device, told.key, told.label, told.metric, told.unit, told.value,
      told.position, told.at
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as told(device text, key text,
      label text, metric text, unit text, value float8, position int, at timestamptz)
    on conflict (company_id, device_id, key) do update set label = excluded.label,
      metric = excluded.metric, unit = excluded.unit, value = excluded.value,
      position = excluded.position, heard_at = excluded.heard_at`)
  const devices = [...new Set(documents.map(({ device }) => device))]
  await db.execute(sql`
    delete from ${tables.deviceMeasurement} where company_id = ${companyId} and id in (
      select id from (
        select id, row_number() over (partition by device_id order by heard_at desc, position, id)
          as place
        from ${tables.deviceMeasurement}
        where company_id = ${companyId} and device_id = any(${sql.param(devices)}::text[])
      ) as own where place > ${MEASUREMENTS_OF_DEVICE})`)
  await db.execute(sql`
    delete from ${tables.deviceMeasurement} where company_id = ${companyId} and id in (
      select id from ${tables.deviceMeasurement} where company_id = ${companyId}
      order by heard_at desc, id desc offset ${KEPT_OF_COMPANY})`)
}

const reader = and(
  eq(tables.sensor.companyId, tables.deviceMeasurement.companyId),
  eq(tables.sensor.deviceId, tables.deviceMeasurement.deviceId),
  sql`(${tables.sensor.measurement} = ${tables.deviceMeasurement.key} or ${tables.sensor.measurement} = ''
    and ${tables.sensor.metric} = ${tables.deviceMeasurement.metric}
    and coalesce(${tables.sensor.readsKey}, ${tables.deviceMeasurement.key})
      = ${tables.deviceMeasurement.key})`,
)
const isRead = sql`exists (select from ${tables.sensor} where ${reader})`

export const unassignedMeasurements = (
  db: Db,
  companyId: Id<'company'>,
  devices: readonly string[],
): Promise<{ deviceId: string; key: string; label: string }[]> =>
  devices.length === 0
    ? Promise.resolve([])
    : db
        .select({
          deviceId: tables.deviceMeasurement.deviceId,
          key: tables.deviceMeasurement.key,
          label: tables.deviceMeasurement.label,
        })
        .from(tables.deviceMeasurement)
        .where(
          ofCompany(
            tables.deviceMeasurement,
            companyId,
            inArray(tables.deviceMeasurement.deviceId, [...devices]),
            sql`not ${isRead}`,
          ),
        )
        .orderBy(asc(tables.deviceMeasurement.position), asc(tables.deviceMeasurement.id))

type Question = z.output<typeof contract.listDeviceMeasurements.body>

export async function listDeviceMeasurements(
  { db, actor: { companyId } }: Scope,
  { limit, offset, search, ids, deviceId, isSpare }: Question,
) {
  const table = tables.deviceMeasurement
  const where = ofCompany(
    table,
    companyId,
    searchIn(folded(sql`${table.deviceId} || ' ' || ${table.label}`), search),
    deviceId === undefined ? undefined : eq(table.deviceId, deviceId),
    isSpare === true
      ? sql`not ${isRead} and ${table.metric} not in ('battery', 'other')`
      : undefined,
    ids && inArray(table.id, ids),
  )
  const [total] = await db.select({ count }).from(table).where(where)
  const rows = await db
    .select({ row: table, isRead: qualified(sql<boolean>`${isRead}`) })
    .from(table)
    .where(where)
    .orderBy(
      desc(sql`max(${table.heardAt}) over (partition by ${table.deviceId})`),
      asc(table.deviceId),
      asc(table.position),
      asc(table.id),
    )
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ row, isRead: read }) => ({
      id: row.id,
      deviceId: row.deviceId,
      key: row.key,
      label: row.label,
      metric: row.metric,
      unit: row.unit,
      value: row.value,
      heardAt: row.heardAt.toISOString(),
      isRead: read,
    })),
  }
}
