/**
 * Invitations: the message and the link to answer it. Neither depends on whether the address has an
 * account elsewhere (decision 56).
 */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { invitations as contract, InvitationWay } from '#contract/auth/invitations.ts'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { errorCodeOf } from '#db/errorCode.ts'
import * as tables from '#db/schema/index.ts'
import { Refusal } from '#kernel/http/errors.ts'
import { isEndedForAnother } from '#kernel/http/errorAnswers.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { canSend, writeMessage } from '../messages/index.ts'
import {
  acceptOnOwnAccount,
  isInvitationTo,
  joinMembership,
  refuseMembership,
  type MembershipKey,
} from './consent.ts'
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
import { normalEmail } from './members.ts'
import { invitationMessage } from './messages.ts'
import { loadChooser, refuseWeakChoice } from './passwordChoice.ts'
import { hashPassword } from './passwords.ts'
import type { Caller } from './places.ts'
import { personBy } from './proof.ts'
import { proveInvited } from './proveAddress.ts'

export interface Inviting {
  id: Id<'company'>
  name: string
  by: string
}

/**
 * Mails a link to accept or refuse. Links of earlier invitations stop working. If mail cannot be
 * sent, returns a link to hand over, which does not prove the mailbox.
 */
export async function invite(
  kernel: Kernel,
  db: Db,
  to: { personId: number; email: string; language: Language },
  by: Inviting,
): Promise<string | null> {
  const now = kernel.clock.now()
  const { personId, email, language } = to
  await endLinks(db, [personId], ['invitation', 'handedInvitation'], now)
  if (!canSend(kernel, 'email'))
    return makeLink(kernel, db, {
      personId,
      email,
      purpose: 'handedInvitation',
      companyId: by.id,
    })
  const link = await makeLink(kernel, db, {
    personId,
    email,
    purpose: 'invitation',
    companyId: by.id,
  })
  await writeMessage(db, now, {
    channel: 'email',
    to: email,
    personId,
    language,
    ...invitationMessage(language, { company: by.name, by: by.by, link }),
  })
  return null
}

const INVITED_AGAIN = 5

/**
 * Called when an invited person requests a password reset. An unproved address gets its invitations
 * again, never a reset.
 */
export async function inviteAgain(kernel: Kernel, db: Db, email: string): Promise<void> {
  // Only administrators may get a link to hand over, and a new one would end it.
  if (!canSend(kernel, 'email')) return
  // If the company requires its provider, a password is useless.
  const takesPasswords = or(eq(tables.company.forceSso, false), isNull(tables.company.idp))
  const rows = await db
    .select({
      personId: tables.person.id,
      email: tables.person.email,
      language: tables.user.language,
      id: tables.company.id,
      name: tables.company.name,
    })
    .from(tables.person)
    .innerJoin(tables.user, eq(tables.user.personId, tables.person.id))
    .innerJoin(tables.company, eq(tables.company.id, tables.user.companyId))
    .where(and(isInvitationTo(email), takesPasswords))
    .orderBy(tables.user.companyId)
    .limit(INVITED_AGAIN)
  for (const { id, name, ...to } of rows) await invite(kernel, db, to, { id, name, by: name })
}

interface Invitation {
  link: Link
  key: MembershipKey
  companyName: string
  email: string
  isProviderOnly: boolean
  owner: typeof tables.person.$inferSelect | undefined
}

/**
 * Returns undefined if the membership ended or its address changed, or if a handed-over link was
 * used before.
 */
async function invitationOf(db: Db, link: Link): Promise<Invitation | undefined> {
  const [found] = await db
    .select({
      companyId: tables.user.companyId,
      userId: tables.user.id,
      companyName: tables.company.name,
      email: tables.person.email,
      isProviderOnly: sql<boolean>`${tables.company.forceSso} and ${tables.company.idp} is not null`,
      isAccepted: sql<boolean>`${tables.user.acceptedAt} is not null`,
    })
    .from(tables.user)
    .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
    .innerJoin(tables.company, eq(tables.company.id, tables.user.companyId))
    .where(
      and(eq(tables.user.personId, link.personId), isInvitationTo(normalEmail(link.email ?? ''))),
    )
  if (!found) return undefined
  const { companyId, userId, isAccepted, ...rest } = found
  // The holder need not own the mailbox, and the account already has a password.
  if (isAccepted && isHandedOver(link)) return undefined
  return {
    ...rest,
    link,
    key: { companyId, userId },
    owner: await personBy(db, found.email),
  }
}

type Answered = z.output<typeof contract.acceptInvitation.response>

export async function readInvitation(kernel: Kernel, token: string, caller: Caller) {
  const link = await findLink(kernel, token, caller)
  const found = await asSystem(kernel.pool, (db) => invitationOf(db, link))
  if (!found) throw linkExpired()
  const way = wayOf(found)
  // The holder of a handed-over link may be the company itself, so reading it must not reveal
  // whether the address has an account.
  return {
    company: found.companyName,
    email: found.email,
    way: way === 'signIn' ? ('choosePassword' as const) : way,
  }
}

/**
 * `signIn`: the address has an account, whose owner accepts after sign-in. The holder of a mailed
 * link may accept at once, because the link proves the mailbox.
 */
function wayOf({ link, owner, isProviderOnly }: Invitation) {
  if (owner !== undefined) return isHandedOver(link) ? ('signIn' as const) : ('accept' as const)
  return isProviderOnly ? ('provider' as const) : ('choosePassword' as const)
}

const wantsPassword = () =>
  new Refusal(400, 'Choose a password.', [
    { path: 'body.password', code: 'required', message: 'password' },
  ])

export async function acceptInvitation(
  kernel: Kernel,
  { token, password }: z.output<typeof contract.acceptInvitation.body>,
  caller: Caller,
): Promise<Answered> {
  const open = await findLink(kernel, token, caller)
  // Another link may prove the address in the meantime. The second try then joins that account.
  const way =
    (await acceptAsSeen(kernel, open, token, password, caller)) ??
    (await acceptAsSeen(kernel, open, token, password, caller))
  if (way === undefined) throw linkExpired()
  return { accepted: true, way }
}

/** Rolls the transaction back, so that the link stays valid. */
class SeenOtherwise extends Error {}

/** Two links of one address were accepted concurrently. The unique index lets only one prove it. */
const isProvedTwice = (error: unknown): boolean => errorCodeOf(error) === '23505'

/** Returns undefined and changes nothing if the address was proved after the check. */
async function acceptAsSeen(
  kernel: Kernel,
  open: Link,
  token: string,
  password: string | undefined,
  caller: Caller,
): Promise<InvitationWay | undefined> {
  const now = kernel.clock.now()
  const seen = await asSystem(kernel.pool, async (db) => {
    const found = await invitationOf(db, open)
    return found && { way: wayOf(found), chooser: await loadChooser(db, open.personId) }
  })
  if (!seen) throw linkExpired()
  const { way } = seen
  if (way === 'signIn') throw signInInstead()
  if (way === 'choosePassword' && password === undefined) throw wantsPassword()
  const passwordHash = await hashIfChosen(way === 'choosePassword' ? password : undefined, seen)
  try {
    await asSystem(kernel.pool, async (db) => {
      const used = await markLinkUsed(db, token, now)
      const invitation = used && (await invitationOf(db, used))
      if (!invitation) throw linkExpired()
      if (wayOf(invitation) !== way) throw new SeenOtherwise()
      await accept(kernel, db, invitation, passwordHash, now)
      await recordSecurity(kernel, db, {
        kind: 'membershipAccepted',
        ...invitation.key,
        byUserId: null,
        network: caller.from,
        detail: { by: invitation.link.purpose },
      })
    })
  } catch (error) {
    if (error instanceof SeenOtherwise || isProvedTwice(error) || isEndedForAnother(error))
      return undefined
    throw error
  }
  return way
}

async function hashIfChosen(
  password: string | undefined,
  { chooser }: { chooser: Parameters<typeof refuseWeakChoice>[1] },
): Promise<string | null> {
  if (password === undefined) return null
  await refuseWeakChoice(password, chooser) // throws without spending the link
  return hashPassword(password)
}

async function accept(
  kernel: Kernel,
  db: Db,
  { link, key, owner, email }: Invitation,
  passwordHash: string | null,
  now: Date,
): Promise<void> {
  if (owner !== undefined) return joinMembership(db, key, owner.id, now)
  if (isHandedOver(link)) await acceptOnOwnAccount(db, key, now)
  else await proveInvited(kernel, db, { id: link.personId, email }, now)
  if (passwordHash !== null)
    await db.update(tables.person).set({ passwordHash }).where(eq(tables.person.id, link.personId))
}

export async function refuseInvitation(
  kernel: Kernel,
  token: string,
  caller: Caller,
): Promise<void> {
  const now = kernel.clock.now()
  const isDone = await asSystem(kernel.pool, async (db) => {
    const used = await markLinkUsed(db, token, now)
    const invitation = used && (await invitationOf(db, used))
    if (!invitation) return false
    await refuseMembership(db, invitation.key)
    await recordSecurity(kernel, db, {
      kind: 'membershipRefused',
      ...invitation.key,
      byUserId: null,
      network: caller.from,
    })
    return true
  })
  if (!isDone) throw linkExpired()
}
