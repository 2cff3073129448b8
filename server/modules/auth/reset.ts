/** A new password by a link that works once: within the hour for who forgot it, within the week for who was invited. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Language } from '#contract/languages'
import { person, resetLink } from '../../db/schema/index.ts'
import { gone } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { asSystem, type Db } from '../../kernel/transaction.ts'
import { writeLetter } from '../letters/index.ts'
import { giveBack, LIMITS, takeTry } from '../../kernel/limits.ts'
import { memberBy, tidy } from './members.ts'
import { addressMessage, invitationMessage, resetMessage } from './messages.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

const RESET_MILLISECONDS = 60 * 60_000
const INVITATION_MILLISECONDS = 7 * 24 * 60 * 60_000
const LETTERS = 5 // a quarter of an hour, for one address

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Says nothing of whether the address is known. */
export async function requestReset(kernel: Kernel, email: string, from: string): Promise<void> {
  const now = kernel.clock.now()
  await asSystem(kernel.pool, async (db) => {
    await takeTry(db, [[`reset:${tidy(email)}`, LETTERS], [`reset-from:${from}`, LIMITS.address]], now)
    const member = await memberBy(db, email)
    if (!member || member.forceSso) return
    const link = await makeLink(kernel, db, member.person.id, RESET_MILLISECONDS)
    await writeLetter(db, now, { channel: 'email', to: member.person.email, ...resetMessage(member.language, link) })
  })
}

/** An address that chooses a password once; only the hash of its token is kept. */
async function makeLink(kernel: Kernel, db: Db, personId: number, life: number): Promise<string> {
  const now = kernel.clock.now()
  const token = randomBytes(24).toString('base64url')
  await db.insert(resetLink).values({ tokenHash: hashOf(token), personId, createdAt: now, expiresAt: new Date(now.getTime() + life) })
  return `${kernel.publicUrl}/reset-password?token=${token}`
}

/** Writes to someone who was added to a company: with a link to choose a password when they have none yet. In the system's own view. */
export async function invite(kernel: Kernel, db: Db, to: { personId: number; email: string; hasPassword: boolean; language: Language }, words: { company: string; by: string }): Promise<void> {
  const link = to.hasPassword ? `${kernel.publicUrl}/login` : await makeLink(kernel, db, to.personId, INVITATION_MILLISECONDS)
  await writeLetter(db, kernel.clock.now(), { channel: 'email', to: to.email, ...invitationMessage(to.language, { ...words, link, isNew: !to.hasPassword }) })
}

/** To the address that a person had until now. In the system's own view. */
export async function tellFormerAddress(db: Db, now: Date, language: Language, former: string, present: string): Promise<void> {
  await writeLetter(db, now, { channel: 'email', to: former, ...addressMessage(language, present) })
}

/** Changes the password, ends the person's sessions and every other link of theirs. */
export async function setNewPassword(kernel: Kernel, token: string, password: string, from: string): Promise<void> {
  const now = kernel.clock.now()
  const spent = () => gone('Link expired.')
  const open = and(eq(resetLink.tokenHash, hashOf(token)), isNull(resetLink.usedAt), gt(resetLink.expiresAt, now))
  const found = await asSystem(kernel.pool, async (db) => {
    await takeTry(db, [[`reset-try:${from}`, LIMITS.address]], now)
    const [link] = await db.select().from(resetLink).where(open)
    if (link) await giveBack(db, `reset-try:${from}`)
    return link
  })
  if (!found) throw spent()
  const passwordHash = await hashPassword(password)
  const changed = await asSystem(kernel.pool, async (db) => {
    const [used] = await db.update(resetLink).set({ usedAt: now }).where(open).returning()
    if (!used) return false
    await db.update(person).set({ passwordHash }).where(eq(person.id, used.personId))
    await db.update(resetLink).set({ usedAt: now }).where(and(eq(resetLink.personId, used.personId), isNull(resetLink.usedAt)))
    await endSessions(db, now, { personId: used.personId })
    return true
  })
  if (!changed) throw spent()
}
