/** A new password by a link that works once, within the hour. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { person, resetLink, session } from '../../db/schema/index.ts'
import { gone } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { writeLetter } from '../letters/index.ts'
import { countFailure, LIMITS, refuseWhenSpent } from './attempts.ts'
import { memberBy, tidy } from './members.ts'
import { resetMessage } from './messages.ts'
import { hashPassword } from './passwords.ts'

const LIFE_MILLISECONDS = 60 * 60_000
const LETTERS = 5 // a quarter of an hour, for one address

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Says nothing of whether the address is known. */
export async function requestReset(kernel: Kernel, email: string, from: string): Promise<void> {
  const now = kernel.clock.now()
  await asSystem(kernel.pool, async (db) => {
    await refuseWhenSpent(db, `reset:${tidy(email)}`, LETTERS, now)
    await refuseWhenSpent(db, `reset-from:${from}`, LIMITS.address, now)
    await countFailure(db, `reset:${tidy(email)}`, now)
    await countFailure(db, `reset-from:${from}`, now)
    const member = await memberBy(db, email)
    if (!member || member.forceSso) return
    const token = randomBytes(24).toString('base64url')
    await db.insert(resetLink).values({ tokenHash: hashOf(token), personId: member.person.id, createdAt: now })
    await writeLetter(db, now, { channel: 'email', to: member.person.email, ...resetMessage(member.language, `${kernel.publicUrl}/reset-password?token=${token}`) })
  })
}

/** Changes the password, ends the person's sessions and every other link of theirs. */
export async function setNewPassword(kernel: Kernel, token: string, password: string, from: string): Promise<void> {
  const now = kernel.clock.now()
  const spent = () => gone('Link expired.')
  const open = and(eq(resetLink.tokenHash, hashOf(token)), isNull(resetLink.usedAt), gt(resetLink.createdAt, new Date(now.getTime() - LIFE_MILLISECONDS)))
  const found = await asSystem(kernel.pool, async (db) => {
    await refuseWhenSpent(db, `reset-try:${from}`, LIMITS.address, now)
    const [link] = await db.select().from(resetLink).where(open)
    if (!link) await countFailure(db, `reset-try:${from}`, now)
    return link
  })
  if (!found) throw spent()
  const passwordHash = await hashPassword(password)
  const changed = await asSystem(kernel.pool, async (db) => {
    const [used] = await db.update(resetLink).set({ usedAt: now }).where(open).returning()
    if (!used) return false
    await db.update(person).set({ passwordHash }).where(eq(person.id, used.personId))
    await db.update(resetLink).set({ usedAt: now }).where(and(eq(resetLink.personId, used.personId), isNull(resetLink.usedAt)))
    await db.update(session).set({ endedAt: now }).where(and(eq(session.personId, used.personId), isNull(session.endedAt)))
    return true
  })
  if (!changed) throw spent()
}
