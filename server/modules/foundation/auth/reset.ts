/**
 * Single-use links. A reset link expires after an hour, a link that confirms a new address after a
 * week. Following a mailed link proves the address.
 */
import { eq, gt, isNull } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { LIMITS, consumeAttempt } from '#kernel/access/attemptLimits.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { writeMessage } from '../messages/index.ts'
import { inviteAgain, type Inviting } from './invitations.ts'
import {
  endLinks,
  findLink,
  isHandedOver,
  linkExpired,
  makeLink,
  signInInstead,
  markLinkUsed,
  type Link,
} from './links.ts'
import { memberBy, normalEmail } from './members.ts'
import {
  emailChangeMessage,
  addressMessage,
  confirmAddressMessage,
  phoneMessage,
  resetMessage,
} from './messages.ts'
import { loadChooser, refuseWeakChoice } from './passwordChoice.ts'
import { hashPassword } from './passwords.ts'
import type { Caller } from './places.ts'
import { markProved, proveInvited } from './proveAddress.ts'
import { isInOtherCompany, removeCredentials, cancelPendingProofs, personBy } from './proof.ts'
import { endSessions } from './sessions.ts'

const MESSAGES = 5 // per 15 minutes and address

/** The response is the same for known and unknown addresses. */
export async function requestReset(kernel: Kernel, email: string, { from }: Caller): Promise<void> {
  const now = kernel.clock.now()
  await asSystem(kernel.pool, async (db) => {
    await consumeAttempt(
      db,
      [
        [`reset:${normalEmail(email)}`, MESSAGES],
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
      language: member.language,
      ...resetMessage(member.language, link),
    })
    await recordForPerson(kernel, db, personId, { kind: 'resetRequested', network: from })
  })
}

/**
 * Returns a link for an administrator to hand over. Earlier links stop working. Runs in the system
 * scope.
 */
export async function handResetLink(
  kernel: Kernel,
  db: Db,
  to: { personId: number; email: string; companyId: Id<'company'> },
): Promise<string> {
  await endLinks(db, [to.personId], ['handedReset'], kernel.clock.now())
  return makeLink(kernel, db, { ...to, purpose: 'handedReset' })
}

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
  await consumeAttempt(
    db,
    [
      [`address:${personId}`, MESSAGES],
      [`address-to:${wanted}`, MESSAGES],
    ],
    now,
  )
  await endLinks(db, [personId], ['address'], now)
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
    language,
    ...confirmAddressMessage(language, { company: by.name, by: by.by, link }),
  })
  await writeMessage(db, now, {
    channel: 'email',
    to: present,
    language,
    ...emailChangeMessage(language, wanted),
  })
}

/** The address that a company requested for this person and its owner has not confirmed yet. */
export async function unconfirmedAddress(
  db: Db,
  personId: number,
  companyId: Id<'company'>,
  now: Date,
): Promise<string | null> {
  const [waiting] = await db
    .select({ email: tables.resetLink.email })
    .from(tables.resetLink)
    .where(
      ofCompany(
        tables.resetLink,
        companyId,
        eq(tables.resetLink.personId, personId),
        eq(tables.resetLink.purpose, 'address'),
        isNull(tables.resetLink.usedAt),
        gt(tables.resetLink.expiresAt, now),
      ),
    )
  return waiting?.email ?? null
}

export async function notifyOfPhone(
  db: Db,
  now: Date,
  language: Language,
  email: string,
): Promise<void> {
  await writeMessage(db, now, { channel: 'email', to: email, language, ...phoneMessage(language) })
}

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
    language,
    ...addressMessage(language, present),
  })
}

/**
 * Changes the password, ends the person's sessions and everything pending. A mailed link also
 * proves the address.
 */
export async function setNewPassword(
  kernel: Kernel,
  token: string,
  password: string,
  caller: Caller,
): Promise<void> {
  const now = kernel.clock.now()
  const open = await findLink(kernel, token, caller)
  // A handed-over invitation link must be answered on the invitation page.
  if (open.purpose === 'handedInvitation') throw linkExpired()
  if (open.purpose === 'invitation' && (await hasOwner(kernel, open))) throw signInInstead()
  const chooser = await asSystem(kernel.pool, (db) => loadChooser(db, open.personId, open.email))
  await refuseWeakChoice(password, chooser) // throws without spending the link
  const passwordHash = await hashPassword(password)
  const changed = await asSystem(kernel.pool, async (db) => {
    const used = await markLinkUsed(db, token, now)
    if (used?.purpose === 'address' && (await becameInvitation(db, used, now))) return 'invited'
    const personId = used && (await personOfLink(kernel, db, used, now))
    if (personId === undefined) return false
    await cancelPendingProofs(db, personId, now)
    await db.update(tables.person).set({ passwordHash }).where(eq(tables.person.id, personId))
    await endSessions(db, now, { personId })
    await recordForPerson(kernel, db, personId, {
      kind: 'passwordChanged',
      network: caller.from,
      detail: { by: used?.purpose ?? 'reset' },
    })
    return true
  })
  if (changed === 'invited') throw signInInstead()
  if (!changed) throw linkExpired()
}

const hasOwner = (kernel: Kernel, { email }: Link): Promise<boolean> =>
  asSystem(
    kernel.pool,
    async (db) => email !== null && (await personBy(db, normalEmail(email))) !== undefined,
  )

/**
 * A company requested an address that already has an account. The membership becomes an invitation,
 * which that account accepts or refuses; its password and sessions stay. Returns false if no other
 * account has the address.
 */
async function becameInvitation(db: Db, link: Link, now: Date): Promise<boolean> {
  const { personId, email, companyId } = link
  if (email === null || companyId === null) return false
  const owner = await personBy(db, normalEmail(email))
  if (owner === undefined || owner.id === personId) return false
  if (await isInOtherCompany(db, personId, companyId)) return false
  await removeCredentials(db, personId, now)
  await db
    .update(tables.person)
    .set({ email: normalEmail(email), emailProvenAt: null, homeCompanyId: companyId })
    .where(eq(tables.person.id, personId))
  await db.update(tables.user).set({ acceptedAt: null }).where(eq(tables.user.personId, personId))
  return true
}

/** The person whose password the link changes. Undefined if the address changed in the meantime. */
async function personOfLink(
  kernel: Kernel,
  db: Db,
  link: Link,
  now: Date,
): Promise<number | undefined> {
  const { personId, purpose, email, companyId } = link
  if (purpose === 'address') {
    // In the meantime the person may have joined another company, which did not request this.
    if (email === null || companyId === null || (await isInOtherCompany(db, personId, companyId)))
      return undefined
    return takeOver(kernel, db, personId, email, now)
  }
  const [human] = await db
    .select()
    .from(tables.person)
    .where(eq(tables.person.id, personId))
    .for('update')
  // Links of earlier versions store no address. They were sent to the current one, unless it became
  // unproved since.
  if (
    !human ||
    (email === null
      ? human.emailProvenAt === null
      : normalEmail(email) !== normalEmail(human.email))
  )
    return undefined
  if (isHandedOver(link)) {
    if (companyId === null || (await isInOtherCompany(db, personId, companyId))) return undefined
    // The holder of the link need not own the mailbox. The account becomes company-only until the
    // address is proved again.
    await db
      .update(tables.person)
      .set({ emailProvenAt: null, phoneProvenAt: null, homeCompanyId: companyId })
      .where(eq(tables.person.id, personId))
    return personId
  }
  if (human.emailProvenAt !== null) return personId
  return proveInvited(kernel, db, human, now)
}

/**
 * The holder of the new address may not be the account's owner until now, so every former
 * credential is removed.
 */
async function takeOver(
  kernel: Kernel,
  db: Db,
  personId: number,
  email: string,
  now: Date,
): Promise<number> {
  const [before] = await db
    .select()
    .from(tables.person)
    .where(eq(tables.person.id, personId))
    .for('update')
  const [member] = await db
    .select({ language: tables.user.language })
    .from(tables.user)
    .where(eq(tables.user.personId, personId))
    .limit(1)
  await removeCredentials(db, personId, now)
  if (before && member && before.emailProvenAt !== null)
    await notifyFormerAddress(db, now, member.language, before.email, email)
  await recordForPerson(kernel, db, personId, { kind: 'emailChanged' })
  await markProved(kernel, db, personId, email, now)
  return personId
}
