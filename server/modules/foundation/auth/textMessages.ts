/**
 * Daily limit of text messages per company, by its calendar day, because text messages cost money.
 */
import { calendarDay } from '#contract/formatters.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import type { Db } from '#kernel/data/transaction.ts'

const A_DAY = 200

/**
 * Consumes one of the day's text messages. Returns false if none is left; the caller's response
 * stays the same.
 */
export async function consumeTextMessage(
  kernel: Kernel,
  db: Db,
  companyId: Id<'company'>,
  now: Date,
): Promise<boolean> {
  const [own] = await db
    .select({ timezone: tables.company.timezone, limit: tables.companySettings.textMessagesADay })
    .from(tables.company)
    .leftJoin(tables.companySettings, eq(tables.companySettings.companyId, tables.company.id))
    .where(eq(tables.company.id, companyId))
  const day = calendarDay(now, own?.timezone ?? 'UTC')
  const [row] = await db
    .insert(tables.textMessageCount)
    .values({ companyId, day, count: 1 })
    .onConflictDoUpdate({
      target: [tables.textMessageCount.companyId, tables.textMessageCount.day],
      set: { count: sql`${tables.textMessageCount.count} + 1` },
    })
    .returning({ count: tables.textMessageCount.count })
  const limit = own?.limit ?? A_DAY
  const count = row?.count ?? 1
  // Recorded once, when the limit is first exceeded.
  if (count === limit + 1)
    await recordSecurity(kernel, db, {
      kind: 'tooManyCalls',
      companyId,
      detail: { what: 'textMessages', limit },
    })
  return count <= limit
}

export async function forgetOldCounts(db: Db, now: Date): Promise<void> {
  const day = new Date(now.getTime() - 40 * 86_400_000).toISOString().slice(0, 10)
  await db.delete(tables.textMessageCount).where(and(sql`${tables.textMessageCount.day} < ${day}`))
}
