/**
 * Links that work once: a new password within the hour for who forgot it; an invitation or a new
 * address within the week. Whoever follows one has proved the address it was sent to.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import type { Language } from '#contract/languages'
import { company, person, resetLink, user } from '../../db/schema/index.ts'
import { gone } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { giveBack, LIMITS, takeTry } from '../../kernel/limits.ts'
import { asSystem, type Db } from '../../kernel/transaction.ts'
import { writeMessage } from '../messages/index.ts'
import { recordForPerson } from '../../kernel/securityLog.ts'
import { memberBy, normalEmail } from './members.ts'
import {
  addressAskedMessage,
  addressMessage,
  confirmAddressMessage,
  invitationMessage,
  phoneMessage,
  resetMessage,
} from './messages.ts'
import { chooserOf, refuseWeakChoice } from './passwordChoice.ts'
import { hashPassword } from './passwords.ts'
import type { Caller } from './places.ts'
import { belongsElsewhere, disarm, endWhatIsUnderWay, moveMemberships, personBy } from './proof.ts'
import { endSessions } from './sessions.ts'

const RESET_MILLISECONDS = 60 * 60_000
const WEEK_MILLISECONDS = 7 * 24 * 60 * 60_000
const LETTERS = 5 // a quarter of an hour, for one address

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type Link = typeof resetLink.$inferSelect
interface NewLink {
  personId: number
  email: string
  purpose: Link['purpose']
  companyId: Id<'company'> | null
}

/** The company that writes, and who there does. */
interface Inviting {
  id: Id<'company'>
  name: string
  by: string
}

/** Says nothing of whether the address is known. */
export async function requestReset(kernel: Kernel, email: string, { from }: Caller): Promise<void> {
  const now = kernel.clock.now()
  await asSystem(kernel.pool, async (db) => {
    await takeTry(
      db,
      [
        [`reset:${normalEmail(email)}`, LETTERS],
        [`reset-from:${from}`, LIMITS.address],
      ],
      now,
    )
    const member = await memberBy(db, email)
    if (!member) return inviteAgain(kernel, db, normalEmail(email))
    if (member.forceSso) return
    const {
      person: { id: personId, email: to },
      companyId,
    } = member
    const link = await makeLink(kernel, db, { personId, email: to, purpose: 'reset', companyId })
    await writeMessage(db, now, {
      channel: 'email',
      to,
      personId,
      ...resetMessage(member.language, link),
    })
    await recordForPerson(kernel, db, personId, { kind: 'resetRequested', network: from })
  })
}

/**
 * Somebody invited whose message is lost: an address that nobody has proved gets the invitation, and
 * never a reset.
 */
async function inviteAgain(kernel: Kernel, db: Db, email: string): Promise<void> {
  const found = await personBy(db, email)
  if (!found || found.emailProvenAt !== null) return
  // Where every company of theirs insists on its provider, a password would open nothing.
  const takesPasswords = or(eq(company.forceSso, false), isNull(company.idp))
  const [first] = await db
    .select({ language: user.language, id: company.id, name: company.name })
    .from(user)
    .innerJoin(company, eq(company.id, user.companyId))
    .where(and(eq(user.personId, found.id), eq(user.isActive, true), takesPasswords))
    .orderBy(user.companyId)
    .limit(1)
  if (first) await writeInvitation(kernel, db, found, first.language, { ...first, by: first.name })
}

/** An address that works once; only the hash of its token is kept. */
async function makeLink(kernel: Kernel, db: Db, link: NewLink): Promise<string> {
  const now = kernel.clock.now()
  const token = randomBytes(24).toString('base64url')
  const life = link.purpose === 'reset' ? RESET_MILLISECONDS : WEEK_MILLISECONDS
  await db.insert(resetLink).values({
    ...link,
    tokenHash: hashOf(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + life),
  })
  return `${kernel.publicUrl}/reset-password?token=${token}`
}

/**
 * Writes to someone who was added to a company. Who has proved their address signs in as ever;
 * anybody else gets a link, whatever another company may have prepared for them. In the system's
 * own view.
 */
export async function invite(
  kernel: Kernel,
  db: Db,
  to: { personId: number; language: Language },
  by: Inviting,
): Promise<void> {
  const now = kernel.clock.now()
  const [human] = await db.select().from(person).where(eq(person.id, to.personId))
  if (!human) throw new Error('The invited person is not there')
  if (human.emailProvenAt === null)
    await disarm(db, human.id, now, { keepsPhone: !(await belongsElsewhere(db, human.id, by.id)) })
  // An address that one company alone asked for must not take the other's membership along.
  else await endLinks(db, human.id, 'address', now)
  await writeInvitation(kernel, db, human, to.language, by)
}

async function writeInvitation(
  kernel: Kernel,
  db: Db,
  { id: personId, email, emailProvenAt }: typeof person.$inferSelect,
  language: Language,
  by: Inviting,
): Promise<void> {
  const isNew = emailProvenAt === null
  const link = isNew
    ? await makeLink(kernel, db, { personId, email, purpose: 'invitation', companyId: by.id })
    : `${kernel.publicUrl}/login`
  const words = invitationMessage(language, { company: by.name, by: by.by, link, isNew })
  await writeMessage(db, kernel.clock.now(), {
    channel: 'email',
    to: email,
    ...(isNew && { personId }),
    ...words,
  })
}

/**
 * Whom an administrator wants to sign in with another address: it gets a link, the present one is
 * told. In the system's own view.
 */
export async function askForAddress(
  kernel: Kernel,
  db: Db,
  {
    personId,
    present,
    wanted,
    language,
  }: { personId: number; present: string; wanted: string; language: Language },
  by: Inviting,
): Promise<void> {
  const now = kernel.clock.now()
  await takeTry(
    db,
    [
      [`address:${personId}`, LETTERS],
      [`address-to:${wanted}`, LETTERS],
    ],
    now,
  )
  await endLinks(db, personId, 'address', now)
  const link = await makeLink(kernel, db, {
    personId,
    email: wanted,
    purpose: 'address',
    companyId: by.id,
  })
  await writeMessage(db, now, {
    channel: 'email',
    to: wanted,
    personId,
    ...confirmAddressMessage(language, { company: by.name, by: by.by, link }),
  })
  await writeMessage(db, now, {
    channel: 'email',
    to: present,
    ...addressAskedMessage(language, wanted),
  })
}

const endLinks = (db: Db, personId: number, purpose: Link['purpose'], now: Date) =>
  db
    .update(resetLink)
    .set({ usedAt: now })
    .where(
      and(
        eq(resetLink.personId, personId),
        eq(resetLink.purpose, purpose),
        isNull(resetLink.usedAt),
      ),
    )

/**
 * The address that a company asked this person to sign in with, while its owner has not confirmed
 * it.
 */
export async function askedAddress(
  db: Db,
  personId: number,
  companyId: Id<'company'>,
  now: Date,
): Promise<string | null> {
  const [waiting] = await db
    .select({ email: resetLink.email })
    .from(resetLink)
    .where(
      and(
        eq(resetLink.personId, personId),
        eq(resetLink.purpose, 'address'),
        eq(resetLink.companyId, companyId),
        isNull(resetLink.usedAt),
        gt(resetLink.expiresAt, now),
      ),
    )
  return waiting?.email ?? null
}

/** To the address, when the phone was changed. In the system's own view. */
export async function notifyOfPhone(
  db: Db,
  now: Date,
  language: Language,
  email: string,
): Promise<void> {
  await writeMessage(db, now, { channel: 'email', to: email, ...phoneMessage(language) })
}

/** To the address that a person had until now. In the system's own view. */
export async function notifyFormerAddress(
  db: Db,
  now: Date,
  language: Language,
  former: string,
  present: string,
): Promise<void> {
  await writeMessage(db, now, {
    channel: 'email',
    to: former,
    ...addressMessage(language, present),
  })
}

/**
 * Changes the password, ends the person's sessions and all that is under way; the link's address is
 * proved.
 */
export async function setNewPassword(
  kernel: Kernel,
  token: string,
  password: string,
  { from }: Caller,
): Promise<void> {
  const now = kernel.clock.now()
  const spent = () => gone('Link expired.')
  const open = and(
    eq(resetLink.tokenHash, hashOf(token)),
    isNull(resetLink.usedAt),
    gt(resetLink.expiresAt, now),
  )
  const found = await asSystem(kernel.pool, async (db) => {
    await takeTry(db, [[`reset-try:${from}`, LIMITS.address]], now)
    const [link] = await db.select().from(resetLink).where(open)
    if (link) await giveBack(db, `reset-try:${from}`)
    return link && { chooser: await chooserOf(db, link.personId, link.email) }
  })
  if (!found) throw spent()
  await refuseWeakChoice(password, found.chooser) // the link is not spent by it
  const passwordHash = await hashPassword(password)
  const changed = await asSystem(kernel.pool, async (db) => {
    const [used] = await db.update(resetLink).set({ usedAt: now }).where(open).returning()
    const personId = used && (await proveBy(kernel, db, used, now))
    if (personId === undefined) return false
    await endWhatIsUnderWay(db, personId, now)
    await db.update(person).set({ passwordHash }).where(eq(person.id, personId))
    await endSessions(db, now, { personId })
    await recordForPerson(kernel, db, personId, {
      kind: 'passwordChanged',
      network: from,
      detail: { by: used?.purpose ?? 'reset' },
    })
    return true
  })
  if (!changed) throw spent()
}

/**
 * The person whom the followed link is about, their address proved; undefined when it is theirs no
 * more.
 */
async function proveBy(
  kernel: Kernel,
  db: Db,
  { personId, purpose, email, companyId }: Link,
  now: Date,
): Promise<number | undefined> {
  if (purpose === 'address') {
    // Meanwhile they may belong to another company, which nobody asked.
    if (email === null || companyId === null || (await belongsElsewhere(db, personId, companyId)))
      return undefined
    return takeOver(kernel, db, personId, email, now)
  }
  const [human] = await db.select().from(person).where(eq(person.id, personId)).for('update')
  // Links of earlier versions name no address; they were sent to the one there is, unless it was
  // never proved since.
  if (
    !human ||
    (email === null
      ? human.emailProvenAt === null
      : normalEmail(email) !== normalEmail(human.email))
  )
    return undefined
  if (human.emailProvenAt === null) {
    // the last invitation left only its own company's
    await disarm(db, personId, now, { keepsPhone: true })
    await markProved(kernel, db, personId, now)
  }
  return personId
}

async function markProved(kernel: Kernel, db: Db, personId: number, now: Date): Promise<void> {
  await db.update(person).set({ emailProvenAt: now }).where(eq(person.id, personId))
  await recordForPerson(kernel, db, personId, { kind: 'contactProven', detail: { what: 'email' } })
}

/**
 * Who follows the link of a new address holds that address, and need not be the one who had the
 * account: all that opened it until now is taken away. Where the address is somebody's already,
 * that somebody gets the memberships.
 */
async function takeOver(
  kernel: Kernel,
  db: Db,
  personId: number,
  email: string,
  now: Date,
): Promise<number> {
  const [before] = await db.select().from(person).where(eq(person.id, personId)).for('update')
  const [member] = await db
    .select({ language: user.language })
    .from(user)
    .where(eq(user.personId, personId))
    .limit(1)
  const other = await personBy(db, normalEmail(email))
  await disarm(db, personId, now)
  if (before && member && before.emailProvenAt !== null)
    await notifyFormerAddress(db, now, member.language, before.email, email)
  const heir = other !== undefined && other.id !== personId ? other.id : personId
  if (heir === personId)
    await db
      .update(person)
      .set({ email: normalEmail(email) })
      .where(eq(person.id, personId))
  else {
    if (other?.emailProvenAt === null) await disarm(db, heir, now)
    await moveMemberships(db, personId, heir)
  }
  await recordForPerson(kernel, db, heir, { kind: 'emailChanged' })
  await markProved(kernel, db, heir, now)
  return heir
}
