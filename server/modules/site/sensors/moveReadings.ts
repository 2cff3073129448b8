import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import type { Sample, TimeSeries } from '#ports/timeSeries.ts'

export type Copier = Pick<Kernel, 'pool' | 'clock'>

export interface Company {
  id: Id<'company'>
  uuid: string
}

const DAY = 86_400_000
/** Days needed by lists, sparklines and repeated reports. */
const KEPT_DAYS = 3
/** Days verified per run. The first back-fill covers years. */
const DAYS_A_RUN = 60
const STEP = 1_000
const STEPS_A_RUN = 200
/** Late readings verified one by one, per run. */
const LATE_A_RUN = 500

interface Standing {
  copiedId: number
  countedId: number
  movedBefore: Date | null
}
interface Row extends Sample, Record<string, unknown> {
  id: number
  metric: string
}

/**
 * Deletes readings verified by an earlier run, because concurrent readers may still use the former
 * boundary. Then verifies further days, and rewrites readings that the store lacks.
 */
export async function verifyOlderReadings(
  kernel: Copier,
  store: TimeSeries,
  each: Company,
  ending?: AbortSignal,
): Promise<void> {
  const target = Math.floor(kernel.clock.now().getTime() / DAY - KEPT_DAYS) * DAY
  let standing = await standingOf(kernel, each)
  if (standing.movedBefore !== null) {
    await removeCounted(kernel, each, standing, ending)
    if (!(await lateAreThere(kernel, store, each, standing))) return
    standing = await standingOf(kernel, each)
  }
  let day = standing.movedBefore?.getTime() ?? (await firstDay(kernel, each))
  for (let days = 0; days < DAYS_A_RUN && day !== null && day < target; days += 1) {
    if (ending?.aborted === true) return
    if (!(await dayIsThere(kernel, store, each, { from: day, until: day + DAY }, standing))) return
    day += DAY
    const movedBefore = new Date(day)
    await inCompany(kernel.pool, each.id, (db) =>
      db
        .update(tables.readingCopy)
        .set({ movedBefore, countedId: standing.copiedId })
        .where(ofCompany(tables.readingCopy, each.id)),
    )
  }
}

async function standingOf({ pool }: Copier, { id }: Company): Promise<Standing> {
  const [found] = await inCompany(pool, id, (db) =>
    db
      .select({
        copiedId: tables.readingCopy.copiedId,
        countedId: tables.readingCopy.countedId,
        movedBefore: tables.readingCopy.movedBefore,
      })
      .from(tables.readingCopy)
      .where(ofCompany(tables.readingCopy, id)),
  )
  if (found === undefined) throw new Error('Nobody holds what the store has of this company')
  return found
}

async function firstDay({ pool }: Copier, { id }: Company): Promise<number | null> {
  const { rows } = await inCompany(pool, id, (db) =>
    db.execute<{ at: number | null }>(sql`
      select (extract(epoch from min(old.at)) * 1000)::float8 as at from ${tables.sensor} s
      cross join lateral (select r.at from ${tables.sensorReading} r where r.company_id = s.company_id
        and r.sensor_id = s.id order by r.at limit 1) as old
      where s.company_id = ${id}`),
  )
  const at = rows[0]?.at ?? null
  return at === null ? null : Math.floor(at / DAY) * DAY
}

const iso = (at: number) => new Date(at).toISOString()

/** Scans the index of each sensor: the table has no index by time alone. */
async function rowsOf(
  { pool }: Copier,
  { id }: Company,
  { from, until, ids, limit }: { from: number; until: number; ids: Span; limit: number },
): Promise<Row[]> {
  const { rows } = await inCompany(pool, id, (db) =>
    db.execute<Row>(sql`
      select r.id, r.sensor_id as "sensorId", s.metric, r.value,
        (extract(epoch from r.at) * 1000)::float8 as at
      from ${tables.sensor} s
      join ${tables.sensorReading} r on r.company_id = s.company_id and r.sensor_id = s.id
        and r.at >= ${iso(from)}::timestamptz and r.at < ${iso(until)}::timestamptz
      where s.company_id = ${id} and r.id > ${ids.after} and r.id <= ${ids.upTo}
      order by r.id limit ${limit}`),
  )
  return rows.map((row) => ({ ...row, at: Math.round(row.at) }))
}
interface Span {
  after: number
  upTo: number
}

async function dayIsThere(
  kernel: Copier,
  store: TimeSeries,
  each: Company,
  day: { from: number; until: number },
  { copiedId }: Standing,
): Promise<boolean> {
  const { rows: counted } = await inCompany(kernel.pool, each.id, (db) =>
    db.execute<{ sensorId: number; count: number }>(sql`
      select r.sensor_id as "sensorId", count(*)::int as count from ${tables.sensor} s
      join ${tables.sensorReading} r on r.company_id = s.company_id and r.sensor_id = s.id
        and r.at >= ${iso(day.from)}::timestamptz and r.at < ${iso(day.until)}::timestamptz
      where s.company_id = ${each.id} and r.id <= ${copiedId} group by 1`),
  )
  if (counted.length === 0) return true
  const totals = await store.totals({ company: each.uuid }, [day])
  const there = new Map(totals.map(({ sensorId, count }) => [sensorId, count]))
  if (counted.every(({ sensorId, count }) => (there.get(sensorId) ?? 0) >= count)) return true
  for (let after = 0; ;) {
    const rows = await rowsOf(kernel, each, {
      ...day,
      ids: { after, upTo: copiedId },
      limit: STEP,
    })
    await store.write(each.uuid, rows)
    after = rows.at(-1)?.id ?? after
    if (rows.length < STEP) return false
  }
}

/** Returns whether the store has all readings that arrived after their day was verified. */
async function lateAreThere(
  kernel: Copier,
  store: TimeSeries,
  each: Company,
  { copiedId, countedId, movedBefore }: Standing,
): Promise<boolean> {
  const late = await rowsOf(kernel, each, {
    from: 0,
    until: movedBefore?.getTime() ?? 0,
    ids: { after: countedId, upTo: copiedId },
    limit: LATE_A_RUN,
  })
  const missing: Row[] = []
  for (const row of late) {
    const found = await store.samples(
      { company: each.uuid, metric: row.metric, sensorIds: [row.sensorId] },
      { from: row.at, until: row.at + 1 },
    )
    if (found.length === 0) missing.push(row)
  }
  await store.write(each.uuid, missing)
  const last = late.at(-1)
  if (missing.length > 0 || last === undefined) return missing.length === 0
  await inCompany(kernel.pool, each.id, (db) =>
    db
      .update(tables.readingCopy)
      .set({ countedId: last.id })
      .where(ofCompany(tables.readingCopy, each.id)),
  )
  return late.length < LATE_A_RUN
}

async function removeCounted(
  { pool }: Copier,
  { id }: Company,
  { countedId, movedBefore }: Standing,
  ending?: AbortSignal,
): Promise<void> {
  for (let step = 0; step < STEPS_A_RUN && ending?.aborted !== true; step += 1) {
    const { rows } = await inCompany(pool, id, (db) =>
      db.execute(sql`
        delete from ${tables.sensorReading} where company_id = ${id} and id in (
          select old.id from ${tables.sensor} s cross join lateral (
            select r.id from ${tables.sensorReading} r where r.company_id = s.company_id
              and r.sensor_id = s.id and r.at < ${iso(movedBefore?.getTime() ?? 0)}::timestamptz
              and r.id <= ${countedId} order by r.at limit ${STEP}) as old
          where s.company_id = ${id} limit ${STEP})
        returning id`),
    )
    if (rows.length < STEP) return
  }
}
