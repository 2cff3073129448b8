/** Limits on attempts and failures, stored in the database so that all servers share one count. */
import { eq, lt, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { tooMany } from '#kernel/http/errors.ts'
import type { Db } from '#kernel/data/transaction.ts'

export const WINDOW_SECONDS = 15 * 60
/** Failures within the window before a lock-out, by account and by network address. */
export const LIMITS = { account: 10, address: 100 } as const

/** Seconds until the window ends, or 0 if it has. */
async function secondsToWait(db: Db, key: string, limit: number, now: Date): Promise<number> {
  const [row] = await db.select().from(tables.attempt).where(eq(tables.attempt.key, key))
  if (!row) return 0
  const left = WINDOW_SECONDS - (now.getTime() - row.since.getTime()) / 1000
  return row.count >= limit && left > 0 ? Math.ceil(left) : 0
}

async function countTry(db: Db, key: string, now: Date): Promise<number> {
  const windowStart = new Date(now.getTime() - WINDOW_SECONDS * 1000)
  const [row] = await db
    .insert(tables.attempt)
    .values({ key, count: 1, since: now })
    .onConflictDoUpdate({
      target: tables.attempt.key,
      set: {
        count: sql`case when ${tables.attempt.since} < ${windowStart} then 1 else ${tables.attempt.count} + 1 end`,
        since: sql`case when ${tables.attempt.since} < ${windowStart} then ${now} else ${tables.attempt.since} end`,
      },
    })
    .returning({ count: tables.attempt.count })
  return row?.count ?? 1
}

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await db.delete(tables.attempt).where(eq(tables.attempt.key, key))
}

/** Moves the count to another key, which has none yet. */
export async function moveAttempts(db: Db, from: string, to: string): Promise<void> {
  await db.update(tables.attempt).set({ key: to }).where(eq(tables.attempt.key, from))
}

export type Limit = readonly [key: string, limit: number]

/**
 * Counts an attempt under each key before it is checked, so that a thousand parallel attempts still
 * count as ten. Throws 429 if none is left. Successful attempts are released.
 */
export async function consumeAttempt(db: Db, limits: readonly Limit[], now: Date): Promise<void> {
  for (const [key, limit] of limits) {
    if ((await countTry(db, key, now)) > limit)
      throw tooMany(Math.max(1, await secondsToWait(db, key, limit, now)))
  }
}

export async function releaseAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(tables.attempt)
    .set({ count: sql`greatest(0, ${tables.attempt.count} - 1)` })
    .where(eq(tables.attempt.key, key))
}

/** Seconds since the last `countAttempt` of the key. Infinity if there was none. */
export async function secondsSince(db: Db, key: string, now: Date): Promise<number> {
  const [row] = await db.select().from(tables.attempt).where(eq(tables.attempt.key, key))
  return row ? (now.getTime() - row.since.getTime()) / 1000 : Infinity
}

export async function countAttempt(db: Db, key: string, now: Date): Promise<void> {
  await db
    .insert(tables.attempt)
    .values({ key, count: 1, since: now })
    .onConflictDoUpdate({ target: tables.attempt.key, set: { since: now } })
}

export async function forgetOld(db: Db, now: Date): Promise<void> {
  await db
    .delete(tables.attempt)
    .where(lt(tables.attempt.since, new Date(now.getTime() - 2 * WINDOW_SECONDS * 1000)))
}

/** One network address for limits: of IPv6 the /64, which one customer owns. */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return '' // the caller has disconnected
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^::ffff:/i, '')
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const whole =
    tail === undefined
      ? groups
      : [
          ...groups,
          ...Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0'),
          ...after,
        ]
  return `${whole
    .slice(0, 4)
    .map((group) => (Number.parseInt(group, 16) || 0).toString(16))
    .join(':')}::/64`
}
