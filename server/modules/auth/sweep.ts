/** What has had its day goes: counts, codes, links, spent tokens, old sessions, letters that arrived. */
import { and, isNotNull, lt, or } from 'drizzle-orm'
import { letter, oneTimeCode, resetLink, session, spentToken } from '../../db/schema/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetOld } from '../../kernel/limits.ts'
import { asSystem } from '../../kernel/transaction.ts'

const EVERY_MILLISECONDS = 3_600_000
const DAY = 86_400_000

export async function tidyUp(kernel: Pick<Kernel, 'pool' | 'clock'>): Promise<void> {
  const now = kernel.clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  await asSystem(kernel.pool, async (db) => {
    await forgetOld(db, now)
    await db.delete(oneTimeCode).where(lt(oneTimeCode.createdAt, ago(1)))
    await db.delete(resetLink).where(lt(resetLink.expiresAt, ago(30)))
    await db.delete(spentToken).where(lt(spentToken.expiresAt, now))
    await db.delete(session).where(or(lt(session.expiresAt, ago(30)), lt(session.endedAt, ago(30))))
    await db.delete(letter).where(and(isNotNull(letter.sentAt), lt(letter.sentAt, ago(30))))
  })
}

/** Once an hour; returns the way to stop. Two servers that do it at once do no harm. */
export function keepTidy(kernel: Kernel): () => void {
  const timer = setInterval(() => void tidyUp(kernel).catch((error: unknown) => kernel.log.error({ err: error }, 'old rows could not be removed')), EVERY_MILLISECONDS)
  return () => clearInterval(timer)
}
