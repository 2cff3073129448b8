/** Unreadable reports: stored with their reason, counted, listed. */
import { and, count as counted, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { quarantineReasons } from '#contract/devices/devices.ts'
import { understoodIn } from '#contract/ingest/preview.ts'
import type { MetricName } from '#contract/metricNames.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { prefix, truncate } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import { folded } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'
import { spareMeasurements } from '../sensors/index.ts'
import type { Admitted } from './keyCalls.ts'

export type Reason = (typeof quarantineReasons)[number]

const PAYLOAD_MAXIMUM = 4_000
/** Reports kept per sender and reason, so that a faulty sender does not displace others. */
const KEPT = 100
/** Senders and reasons listed with the number of displaced reports. */
const PUSHED_OUT_SHOWN = 20

export async function setAside(
  kernel: Kernel,
  key: Admitted,
  {
    format,
    reason,
    about,
    payload,
    times = 1,
  }: { format: string; reason: Reason; about: string | null; payload: unknown; times?: number },
): Promise<void> {
  const whole = reason === 'notJson' ? String(payload) : (JSON.stringify(payload) ?? '')
  const text = prefix(whole.replaceAll(/\\u0000|\0/g, ''), PAYLOAD_MAXIMUM)
  const receivedAt = kernel.clock.now()
  await inCompany(kernel.pool, key.companyId, async (db) => {
    const same = ofCompany(
      tables.quarantine,
      key.companyId,
      eq(tables.quarantine.apiKeyId, key.id),
      eq(tables.quarantine.format, truncate(format, 40)),
      eq(tables.quarantine.reason, reason),
      sql`coalesce(${tables.quarantine.about}, '') = ${about ?? ''}`,
    )
    const again = await db
      .update(tables.quarantine)
      .set({ times: sql`${tables.quarantine.times} + ${times}`, receivedAt, payload: text })
      .where(same)
      .returning({ id: tables.quarantine.id })
    if (again.length > 0) return
    const [added] = await db
      .insert(tables.quarantine)
      .values({
        companyId: key.companyId,
        apiKeyId: key.id,
        format: truncate(format, 40),
        reason,
        about,
        payload: text,
        times,
        receivedAt,
      })
      .onConflictDoNothing()
      .returning({ id: tables.quarantine.id })
    if (added) await pushOut(db, key, reason, added.id)
  })
}

/** Deletes the oldest beyond the limit. The newest records how many were displaced. */
async function pushOut(
  db: Db,
  key: Admitted,
  reason: Reason,
  newest: Id<'quarantine'>,
): Promise<void> {
  const alike = ofCompany(
    tables.quarantine,
    key.companyId,
    eq(tables.quarantine.apiKeyId, key.id),
    eq(tables.quarantine.reason, reason),
  )
  const gone = await db
    .delete(tables.quarantine)
    .where(
      and(
        alike,
        inArray(
          tables.quarantine.id,
          db
            .select({ id: tables.quarantine.id })
            .from(tables.quarantine)
            .where(alike)
            .orderBy(desc(tables.quarantine.receivedAt), desc(tables.quarantine.id))
            .offset(KEPT),
        ),
      ),
    )
    .returning({ times: tables.quarantine.times, pushedOut: tables.quarantine.pushedOut })
  const reports = gone.reduce((sum, { times, pushedOut }) => sum + times + pushedOut, 0)
  if (reports === 0) return
  await db
    .update(tables.quarantine)
    .set({
      pushedOut: sql`least(${tables.quarantine.pushedOut}::bigint + ${reports}, ${INTEGER_MAXIMUM})`,
    })
    .where(ofCompany(tables.quarantine, key.companyId, eq(tables.quarantine.id, newest)))
}
const INTEGER_MAXIMUM = 2_147_483_647

export async function listQuarantine(
  { db, actor: { companyId } }: Scope,
  {
    limit,
    offset,
    search,
    ids,
  }: {
    limit: number
    offset: number
    search?: string | undefined
    ids?: readonly Id<'quarantine'>[] | undefined
  },
) {
  const where = ofCompany(
    tables.quarantine,
    companyId,
    search === undefined
      ? undefined
      : sql`strpos(${folded(sql`${tables.quarantine.format} || ' ' || coalesce(${tables.quarantine.about},
        '') || ' ' || ${tables.quarantine.payload}`)}, ${folded(sql`${search}`)}) > 0`,
    ids && inArray(tables.quarantine.id, [...ids]),
  )
  const [total] = await db.select({ n: counted() }).from(tables.quarantine).where(where)
  const rows = await db
    .select({ row: tables.quarantine, keyName: tables.apiKey.name })
    .from(tables.quarantine)
    .leftJoin(tables.apiKey, joinOn(tables.apiKey, tables.quarantine.apiKeyId))
    .where(where)
    .orderBy(desc(tables.quarantine.receivedAt), desc(tables.quarantine.id))
    .limit(limit)
    .offset(offset)
  const sent = await lastSent(
    db,
    companyId,
    rows.flatMap(({ row }) => deviceIn(row) ?? []),
  )
  const spares = await spareMeasurements(
    db,
    companyId,
    rows.flatMap(({ row }) => (row.reason === 'spareMeasurements' ? (deviceIn(row) ?? []) : [])),
  )
  return {
    count: total?.n ?? 0,
    pushedOut: await pushedOutIn(db, companyId),
    rows: rows.map(({ row, keyName }) => ({
      id: row.id,
      receivedAt: row.receivedAt.toISOString(),
      format: row.format,
      reason: row.reason,
      about: row.about,
      ...deviceOf(row, sent),
      spareKey: spareIn(row, spares),
      apiKey: row.apiKeyId === null ? null : { id: row.apiKeyId, name: keyName ?? '' },
      payload: row.payload,
      understood: understoodIn(row.payload),
      times: row.times,
    })),
  }
}

/** Their `about` is DEVICE, or DEVICE and names of measurements. */
const ofDevices: readonly Reason[] = [
  'unknownSensor',
  'spareMeasurements',
  'noKey',
  'wrongKey',
  'replayed',
  'notEncrypted',
  'unknownAlias',
]
type About = Pick<typeof tables.quarantine.$inferSelect, 'reason' | 'about'>

const deviceIn = ({ reason, about }: About): string | null =>
  about !== null && ofDevices.includes(reason) ? (about.split(': ')[0] ?? null) : null

/** The first of the named measurements that is still spare. */
function spareIn(
  row: About,
  spares: readonly { deviceId: string; key: string; label: string }[],
): string | null {
  const device = deviceIn(row)
  if (row.reason !== 'spareMeasurements' || row.about === null || device === null) return null
  // A name may hold a comma itself.
  const named = `, ${row.about.substring(device.length + 2)}, `
  const spare = spares.find((one) => one.deviceId === device && named.includes(`, ${one.label}, `))
  return spare?.key ?? null
}

/** Measurements that are named beside a device. */
const NAMED = 3

type Sent = {
  device: string
  label: string
  metric: MetricName
  unit: string
  value: number | null
  all: number
}

/** The first measurements of each device that tell something, by device. */
async function lastSent(
  db: Db,
  companyId: Id<'company'>,
  devices: readonly string[],
): Promise<Map<string, Sent[]>> {
  if (devices.length === 0) return new Map()
  const { rows } = await db.execute<Sent>(sql`
    select device_id as device, label, metric, unit, value, "all" from (
      select *, count(*) over (partition by device_id)::int as "all",
        row_number() over (partition by device_id
          order by (metric in ('other', 'battery')), position, id) as place
      from ${tables.deviceMeasurement}
      where company_id = ${companyId} and device_id = any(${sql.param([...devices])}::text[])
    ) as own where place <= ${NAMED} order by device_id, place`)
  return groupBy(rows, ({ device }) => device)
}

function deviceOf(row: About, sent: ReadonlyMap<string, Sent[]>) {
  const device = deviceIn(row)
  const own = sent.get(device ?? '') ?? []
  return {
    device,
    measurements: own.map(({ label, metric, unit, value }) => ({ label, metric, unit, value })),
    moreMeasurements: (own[0]?.all ?? 0) - own.length,
  }
}

async function pushedOutIn(db: Db, companyId: Id<'company'>) {
  const reports = sql<number>`sum(${tables.quarantine.pushedOut})`.mapWith(Number)
  const rows = await db
    .select({
      reason: tables.quarantine.reason,
      id: tables.apiKey.id,
      name: tables.apiKey.name,
      count: reports,
    })
    .from(tables.quarantine)
    .leftJoin(tables.apiKey, joinOn(tables.apiKey, tables.quarantine.apiKeyId))
    .where(ofCompany(tables.quarantine, companyId, gt(tables.quarantine.pushedOut, 0)))
    .groupBy(tables.quarantine.reason, tables.apiKey.id, tables.apiKey.name)
    .orderBy(desc(reports), tables.quarantine.reason, tables.apiKey.id)
    .limit(PUSHED_OUT_SHOWN)
  return rows.map(({ reason, id, name, count }) => ({
    reason,
    apiKey: id === null ? null : { id, name: name ?? '' },
    count,
  }))
}

export async function clearQuarantine({ db, actor: { companyId } }: Scope): Promise<number> {
  return (
    await db
      .delete(tables.quarantine)
      .where(ofCompany(tables.quarantine, companyId))
      .returning({ id: tables.quarantine.id })
  ).length
}
