/** How often something failed lately, in the database so that several servers share one count. */
import { eq, sql } from 'drizzle-orm'
import { attempt } from '../../db/schema/index.ts'
import { tooMany } from '../../kernel/errors.ts'
import type { Db } from '../../kernel/transaction.ts'

export const WINDOW_SECONDS = 15 * 60
/** Failures within the window before the door closes: for one account, and for one network address. */
export const LIMITS = { account: 10, address: 100 } as const

/** Seconds to wait, or 0 when another try is allowed. */
export async function secondsToWait(db: Db, key: string, limit: number, now: Date): Promise<number> {
  const [row] = await db.select().from(attempt).where(eq(attempt.key, key))
  if (!row) return 0
  const left = WINDOW_SECONDS - (now.getTime() - row.since.getTime()) / 1000
  return row.count >= limit && left > 0 ? Math.ceil(left) : 0
}

export async function countFailure(db: Db, key: string, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - WINDOW_SECONDS * 1000)
  await db.insert(attempt).values({ key, count: 1, since: now }).onConflictDoUpdate({
    target: attempt.key,
    set: {
      count: sql`case when ${attempt.since} < ${windowStart} then 1 else ${attempt.count} + 1 end`,
      since: sql`case when ${attempt.since} < ${windowStart} then ${now} else ${attempt.since} end`,
    },
  })
}

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await db.delete(attempt).where(eq(attempt.key, key))
}

/** 429 while the failures under this key are spent. */
export async function refuseWhenSpent(db: Db, key: string, limit: number, now: Date): Promise<void> {
  const wait = await secondsToWait(db, key, limit, now)
  if (wait > 0) throw tooMany(wait)
}

/** How long ago `remember` was last called for the key; infinite when never. */
export async function secondsSince(db: Db, key: string, now: Date): Promise<number> {
  const [row] = await db.select().from(attempt).where(eq(attempt.key, key))
  return row ? (now.getTime() - row.since.getTime()) / 1000 : Infinity
}

export async function remember(db: Db, key: string, now: Date): Promise<void> {
  await db.insert(attempt).values({ key, count: 1, since: now }).onConflictDoUpdate({ target: attempt.key, set: { since: now } })
}
