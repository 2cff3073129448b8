/** A session's row, and the token that stands for it. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { session, user } from '../../db/schema/index.ts'
import { actorOf } from '../../kernel/actor.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { shapedBy } from '../../kernel/mount.ts'
import { asSystem } from '../../kernel/transaction.ts'

const SESSION_HOURS = 14 // a long shift; the token itself is renewed in use and lives for minutes

/** Opens a session of this person in their first company and signs its token; null when no membership is active. */
export async function openSession(kernel: Kernel, personId: number, source: string | undefined): Promise<string | null> {
  const now = kernel.clock.now()
  const claims = await asSystem(kernel.pool, async (db) => {
    const [member] = await db.select({ companyId: user.companyId, id: user.id }).from(user)
      .where(and(eq(user.personId, personId), eq(user.isActive, true))).orderBy(user.companyId).limit(1)
    if (!member) return null
    const expiresAt = new Date(now.getTime() + SESSION_HOURS * 3_600_000)
    const [opened] = await db.insert(session).values({ personId, companyId: member.companyId, userId: member.id, source: source ?? null, createdAt: now, expiresAt }).returning()
    if (!opened) throw new Error('The session was not kept')
    const base = { userId: member.id, companyId: member.companyId, jti: opened.id }
    return { ...base, ...shapedBy(await actorOf(db, base, now)) }
  })
  return claims && kernel.tokens.sign(claims)
}

export async function endSession(kernel: Kernel, sessionId: string): Promise<void> {
  await asSystem(kernel.pool, (db) => db.update(session).set({ endedAt: kernel.clock.now() }).where(and(eq(session.id, sessionId), isNull(session.endedAt))))
}

/** The claims of a running session with the rights and language of now. */
export async function freshToken(kernel: Kernel, running: { userId: Id<'user'>; companyId: Id<'company'>; jti: string }): Promise<string> {
  const actor = await asSystem(kernel.pool, (db) => actorOf(db, running, kernel.clock.now()))
  return kernel.tokens.sign({ ...running, ...shapedBy(actor) })
}
