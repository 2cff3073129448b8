import { count as counted, desc, gt, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { previewPayload } from '#contract/ingest/preview.ts'
import type { MetricName } from '#contract/metricNames.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { folded } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { unassignedMeasurements } from '../sensors/index.ts'
import { FURTHER_DEVICES, toUnreadAbout, type Reason } from './toUnreadAbout.ts'

const PUSHED_OUT_SHOWN = 20

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
  const spares = await unassignedMeasurements(
    db,
    companyId,
    rows.flatMap(({ row }) => (offersSensor(row.reason) ? (deviceIn(row) ?? []) : [])),
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
      ...namesOf(row),
      spareKey: spareIn(row, spares),
      apiKey: row.apiKeyId === null ? null : { id: row.apiKeyId, name: keyName ?? '' },
      payload: row.payload,
      understood: previewPayload(row.payload),
      times: row.times,
    })),
  }
}

type About = Pick<typeof tables.quarantine.$inferSelect, 'reason' | 'about'>

function deviceIn({ reason, about }: About): string | null {
  const { device } = toUnreadAbout(reason, about)
  return device === FURTHER_DEVICES ? null : device
}

function spareIn(
  { reason, about }: About,
  spares: readonly { deviceId: string; key: string; label: string }[],
): string | null {
  const { device, names } = toUnreadAbout(reason, about)
  if (device === null || !offersSensor(reason)) return null
  // A name may contain a comma.
  const named = `, ${names}, `
  const spare = spares.find((one) => one.deviceId === device && named.includes(`, ${one.label}, `))
  return spare?.key ?? null
}

const offersSensor = (reason: Reason): boolean =>
  reason === 'spareMeasurements' || reason === 'unknownNames'

const NAMED = 3

type Sent = {
  device: string
  key: string
  label: string
  metric: MetricName
  unit: string
  value: number | null
  all: number
}

async function lastSent(
  db: Db,
  companyId: Id<'company'>,
  devices: readonly string[],
): Promise<Map<string, Sent[]>> {
  if (devices.length === 0) return new Map()
  const { rows } = await db.execute<Sent>(sql`
    select device_id as device, key, label, metric, unit, value, "all" from (
      select *, count(*) over (partition by device_id)::int as "all",
        row_number() over (partition by device_id
          order by (metric in ('other', 'battery')), position, id) as place
      from ${tables.deviceMeasurement}
      where company_id = ${companyId} and device_id = any(${sql.param([...devices])}::text[])
    ) as own where place <= ${NAMED} order by device_id, place`)
  return groupBy(rows, ({ device }) => device)
}

function namesOf({ reason, about }: About) {
  const { device, names, fault } = toUnreadAbout(reason, about)
  return { names, fault, isOfFurther: device === FURTHER_DEVICES }
}

function deviceOf(row: About, sent: ReadonlyMap<string, Sent[]>) {
  const device = deviceIn(row)
  const own = sent.get(device ?? '') ?? []
  return {
    device,
    measurements: own.map(({ key, label, metric, unit, value }) => ({
      key,
      label,
      metric,
      unit,
      value,
    })),
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
