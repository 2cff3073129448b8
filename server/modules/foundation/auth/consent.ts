/**
 * A membership begins when the person accepts it (decision 56). An invitation belongs to an account
 * of the inviting company, which has no access elsewhere. Accepting moves the membership to the
 * account whose owner proved the address. Everything here runs in the system scope.
 */
import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { forgetSteps } from '../secondStep/index.ts'
import { cancelPendingProofs } from './proof.ts'

export interface MembershipKey {
  companyId: Id<'company'>
  userId: Id<'user'>
}

const isMembership = ({ companyId, userId }: MembershipKey) =>
  ofCompany(tables.user, companyId, eq(tables.user.id, userId))

const INVITATIONS_SHOWN = 50

export const isInvitationTo = (email: string) =>
  and(
    eq(sql`lower(${tables.person.email})`, email.toLowerCase()),
    isNull(tables.person.emailProvenAt),
    eq(tables.user.isActive, true),
  )

/** Pending invitations of a proved address, oldest first, 50 at most. */
export const invitationsTo = (db: Db, email: string) =>
  db
    .select({
      companyId: tables.user.companyId,
      userId: tables.user.id,
      personId: tables.person.id,
      company: tables.company.name,
      createdAt: tables.user.createdAt,
    })
    .from(tables.user)
    .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
    .innerJoin(tables.company, eq(tables.company.id, tables.user.companyId))
    .where(isInvitationTo(email))
    .orderBy(asc(tables.user.createdAt), asc(tables.user.companyId))
    .limit(INVITATIONS_SHOWN)

export const invitationCount = sql<number>`(case when ${tables.person.emailProvenAt} is null then 0 else (
  select count(*)::int from ${tables.person} as invited
  join ${tables.user} as membership on membership.person_id = invited.id and membership.is_active
  where lower(invited.email) = lower(${tables.person.email}) and invited.email_proven_at is null) end)`

/**
 * Moves the membership to `personId` and removes the company's own account with all its
 * credentials. Throws 409 if the person is already a member of the company.
 */
export async function joinMembership(
  db: Db,
  key: MembershipKey,
  personId: number,
  now: Date,
): Promise<void> {
  const [there] = await db
    .select({ id: tables.user.id })
    .from(tables.user)
    .where(ofCompany(tables.user, key.companyId, eq(tables.user.personId, personId)))
  if (there)
    throw conflict('You belong to this company already, with another membership.', [
      { path: '', code: 'alreadyThere', message: 'membership' },
    ])
  const [invited] = await db
    .select({ personId: tables.user.personId })
    .from(tables.user)
    .where(isMembership(key))
    .for('update')
  await db
    .delete(tables.calendarFeed)
    .where(
      sql`${tables.calendarFeed.companyId} = ${key.companyId} and ${tables.calendarFeed.userId} = ${key.userId}`,
    )
  await db
    .update(tables.user)
    .set({ personId, acceptedAt: now, endedBy: null })
    .where(isMembership(key))
  if (invited)
    await db.delete(tables.person).where(and(eq(tables.person.id, invited.personId), isUnproved))
}

const isUnproved = isNull(tables.person.emailProvenAt)

export async function acceptOnOwnAccount(db: Db, key: MembershipKey, now: Date): Promise<void> {
  await db
    .update(tables.user)
    .set({ acceptedAt: now, endedBy: null })
    .where(and(isMembership(key), isNull(tables.user.acceptedAt)))
}

export async function refuseMembership(db: Db, key: MembershipKey): Promise<void> {
  await db
    .update(tables.user)
    .set({ isActive: false, endedBy: 'refused', availableUntil: null, ...nextVersion(tables.user) })
    .where(isMembership(key))
}

/**
 * Detaches the membership from the person's account. The company keeps name and history on an
 * account of its own; the person's account keeps everything else. Removes an account that has no
 * membership left.
 */
export async function detachMembership(db: Db, key: MembershipKey, now: Date): Promise<void> {
  const [row] = await db
    .select({
      personId: tables.person.id,
      email: tables.person.email,
      provenAt: tables.person.emailProvenAt,
    })
    .from(tables.user)
    .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
    .where(isMembership(key))
  if (!row) return
  await db
    .delete(tables.session)
    .where(ofCompany(tables.session, key.companyId, eq(tables.session.userId, key.userId)))
  await db
    .delete(tables.calendarFeed)
    .where(
      sql`${tables.calendarFeed.companyId} = ${key.companyId} and ${tables.calendarFeed.userId} = ${key.userId}`,
    )
  if (row.provenAt === null) {
    await forgetWaysIn(db, row.personId, now)
    await db.update(tables.user).set({ acceptedAt: null, endedBy: 'left' }).where(isMembership(key))
    return
  }
  const [own] = await db
    .insert(tables.person)
    .values({ email: row.email, homeCompanyId: key.companyId, createdAt: now })
    .returning({ id: tables.person.id })
  if (!own) throw new Error('The membership was left without an account')
  await db
    .update(tables.user)
    .set({ personId: own.id, acceptedAt: null, endedBy: 'left' })
    .where(isMembership(key))
  await db
    .delete(tables.person)
    .where(
      and(
        eq(tables.person.id, row.personId),
        sql`not exists (select from ${tables.user} where ${tables.user.personId} = ${tables.person.id})`,
      ),
    )
}

/**
 * Called when a person proves the address. Company-only accounts with this address and a password
 * lose the password, and their memberships become invitations again. Accounts behind a company's
 * provider stay, because the provider opens them, not the address.
 */
export async function releaseAddress(
  db: Db,
  email: string,
  ownerId: number,
  now: Date,
): Promise<void> {
  const others = await db
    .select({ id: tables.person.id })
    .from(tables.person)
    .where(
      and(
        eq(sql`lower(${tables.person.email})`, email.toLowerCase()),
        isUnproved,
        ne(tables.person.id, ownerId),
        isNotNull(tables.person.passwordHash),
      ),
    )
    .for('update')
  for (const { id } of others) {
    await forgetWaysIn(db, id, now)
    await db.update(tables.user).set({ acceptedAt: null })
      .where(sql`${tables.user.personId} = ${id} and not exists (
        select from ${tables.identityLink} where ${tables.identityLink.personId} = ${id})`)
    await db.delete(tables.calendarFeed)
      .where(sql`exists (select from ${tables.user} where ${tables.user.companyId} = ${tables.calendarFeed.companyId}
        and ${tables.user.id} = ${tables.calendarFeed.userId} and ${tables.user.personId} = ${id})`)
    await db.delete(tables.session).where(eq(tables.session.personId, id))
  }
}

async function forgetWaysIn(db: Db, personId: number, now: Date): Promise<void> {
  await cancelPendingProofs(db, personId, now)
  await db.update(tables.person).set({ passwordHash: null }).where(eq(tables.person.id, personId))
  await forgetSteps(db, personId)
}
