/** Unreadable reports: stored with their reason, counted, listed. */
import { and, count as counted, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { quarantineReasons } from '#contract/devices/devices.ts'
import { understoodIn } from '#contract/ingest/preview.ts'
import { prefix, truncate } from '#contract/rules/truncate.ts'
import { apiKey, quarantine } from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'
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
  }: { format: string; reason: Reason; about: string | null; payload: unknown },
): Promise<void> {
  const whole = reason === 'notJson' ? String(payload) : (JSON.stringify(payload) ?? '')
  const text = prefix(whole.replaceAll(/\\u0000|\0/g, ''), PAYLOAD_MAXIMUM)
  const receivedAt = kernel.clock.now()
  await inCompany(kernel.pool, key.companyId, async (db) => {
    const same = and(
      eq(quarantine.companyId, key.companyId),
      eq(quarantine.apiKeyId, key.id),
      eq(quarantine.format, truncate(format, 40)),
      eq(quarantine.reason, reason),
      sql`coalesce(${quarantine.about}, '') = ${about ?? ''}`,
    )
    const again = await db
      .update(quarantine)
      .set({ times: sql`${quarantine.times} + 1`, receivedAt, payload: text })
      .where(same)
      .returning({ id: quarantine.id })
    if (again.length > 0) return
    const [added] = await db
      .insert(quarantine)
      .values({
        companyId: key.companyId,
        apiKeyId: key.id,
        format: truncate(format, 40),
        reason,
        about,
        payload: text,
        receivedAt,
      })
      .onConflictDoNothing()
      .returning({ id: quarantine.id })
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
  const alike = and(
    eq(quarantine.companyId, key.companyId),
    eq(quarantine.apiKeyId, key.id),
    eq(quarantine.reason, reason),
  )
  const gone = await db
    .delete(quarantine)
    .where(
      and(
        alike,
        inArray(
          quarantine.id,
          db
            .select({ id: quarantine.id })
            .from(quarantine)
            .where(alike)
            .orderBy(desc(quarantine.receivedAt), desc(quarantine.id))
            .offset(KEPT),
        ),
      ),
    )
    .returning({ times: quarantine.times, pushedOut: quarantine.pushedOut })
  const reports = gone.reduce((sum, { times, pushedOut }) => sum + times + pushedOut, 0)
  if (reports === 0) return
  await db
    .update(quarantine)
    .set({
      pushedOut: sql`least(${quarantine.pushedOut}::bigint + ${reports}, ${INTEGER_MAXIMUM})`,
    })
    .where(and(eq(quarantine.companyId, key.companyId), eq(quarantine.id, newest)))
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
  const where = and(
    eq(quarantine.companyId, companyId),
    search === undefined
      ? undefined
      : sql`strpos(lower(${quarantine.format} || ' ' || coalesce(${quarantine.about},
        '') || ' ' || ${quarantine.payload}),
        ${search.toLowerCase()}) > 0`,
    ids && inArray(quarantine.id, [...ids]),
  )
  const [total] = await db.select({ n: counted() }).from(quarantine).where(where)
  const rows = await db
    .select({ row: quarantine, keyName: apiKey.name })
    .from(quarantine)
    .leftJoin(apiKey, joinOn(apiKey, quarantine.apiKeyId))
    .where(where)
    .orderBy(desc(quarantine.receivedAt), desc(quarantine.id))
    .limit(limit)
    .offset(offset)
  return {
    count: total?.n ?? 0,
    pushedOut: await pushedOutIn(db, companyId),
    rows: rows.map(({ row, keyName }) => ({
      id: row.id,
      receivedAt: row.receivedAt.toISOString(),
      format: row.format,
      reason: row.reason,
      about: row.about,
      apiKey: row.apiKeyId === null ? null : { id: row.apiKeyId, name: keyName ?? '' },
      payload: row.payload,
      understood: understoodIn(row.payload),
      times: row.times,
    })),
  }
}

async function pushedOutIn(db: Db, companyId: Id<'company'>) {
  const reports = sql<number>`sum(${quarantine.pushedOut})`.mapWith(Number)
  const rows = await db
    .select({ reason: quarantine.reason, id: apiKey.id, name: apiKey.name, count: reports })
    .from(quarantine)
    .leftJoin(apiKey, joinOn(apiKey, quarantine.apiKeyId))
    .where(and(eq(quarantine.companyId, companyId), gt(quarantine.pushedOut, 0)))
    .groupBy(quarantine.reason, apiKey.id, apiKey.name)
    .orderBy(desc(reports), quarantine.reason, apiKey.id)
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
      .delete(quarantine)
      .where(eq(quarantine.companyId, companyId))
      .returning({ id: quarantine.id })
  ).length
}
