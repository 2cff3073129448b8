import { count, eq, gt, ne, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, tooMany } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { aboveCompanies, type Db } from '#kernel/data/transaction.ts'
import { invite, normalEmail } from '../auth/index.ts'
import { journalUser, selectUser, type Selected } from './rows.ts'
import { checkOrgEntity, checkTypes, detail, setRoles, untilOf, type Draft } from './membership.ts'
import { permissionsOfRoles, refuseBeyond } from './refuseBeyond.ts'

/**
 * Creates a membership on a company-only account. Looks nothing up outside the company, so neither
 * response nor timing reveals whether the address has an account elsewhere. The message is queued
 * in the same transaction.
 */
export async function inviteUser(
  kernel: Kernel,
  scope: Scope,
  { email, phone, roleIds, availability, ...draft }: Draft,
) {
  const { db, actor, clock } = scope
  const now = clock.now()
  await checkTypes(scope, draft)
  await checkOrgEntity(scope, draft.orgEntityId)
  await refuseBeyond(scope, null, {
    ...draft,
    permissions: await permissionsOfRoles(scope, roleIds),
  })
  const account = await aboveCompanies(db, async (system) => {
    await refuseAddressInCompany(system, actor.companyId, email)
    return makeAccount(system, actor.companyId, { email, phone, createdAt: now })
  })
  const [made] = await db
    .insert(tables.user)
    .values({
      ...draft,
      companyId: actor.companyId,
      personId: account.id,
      availableUntil: untilOf(scope, availability) ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: tables.user.id })
  if (!made) throw new Error('The membership was not kept')
  await setRoles(scope, made.id, roleIds)
  const link = await sendInvitation(kernel, scope, await selectUser(scope, made.id))
  const after = await selectUser(scope, made.id)
  await journalUser(scope, null, after)
  return { ...(await detail(scope, made.id)), link }
}

/** Returns a link to hand over if mail cannot be sent, otherwise null. */
export async function sendInvitation(
  kernel: Kernel,
  scope: Scope,
  { user: row, email }: Selected,
): Promise<string | null> {
  await refuseTooManyInvitations(scope)
  const by = await invitingCompany(scope)
  const link = await aboveCompanies(scope.db, (system) =>
    invite(kernel, system, { personId: row.personId, email, language: row.language }, by),
  )
  await recordSecurity(kernel, scope.db, {
    kind: 'invited',
    companyId: scope.actor.companyId,
    userId: row.id,
    byUserId: scope.actor.userId,
  })
  return link
}

export async function invitingCompany({ db, actor }: Scope) {
  const [own] = await db
    .select({ name: tables.company.name })
    .from(tables.company)
    .where(eq(tables.company.id, actor.companyId))
  return { id: actor.companyId, name: own?.name ?? '', by: actor.cause.name }
}

const DAY_MILLISECONDS = 86_400_000

/** Per company within 24 hours. */
const INVITATIONS_A_DAY = 500

async function sentInvitations({ db, actor, clock }: Scope) {
  const since = new Date(clock.now().getTime() - DAY_MILLISECONDS)
  const [sent] = await db
    .select({
      count: count(),
      first: sql<Date>`min(${tables.securityEvent.at})`.mapWith(tables.securityEvent.at),
    })
    .from(tables.securityEvent)
    .where(
      ofCompany(
        tables.securityEvent,
        actor.companyId,
        eq(tables.securityEvent.kind, 'invited'),
        gt(tables.securityEvent.at, since),
      ),
    )
  return sent === undefined || sent.count === 0
    ? { count: 0, seconds: 1 }
    : {
        count: sent.count,
        seconds: Math.max(1, Math.ceil((sent.first.getTime() - since.getTime()) / 1000)),
      }
}

export const invitationsLeft = async (scope: Scope): Promise<number> =>
  Math.max(0, INVITATIONS_A_DAY - (await sentInvitations(scope)).count)

async function refuseTooManyInvitations(scope: Scope): Promise<void> {
  const { count: sent, seconds } = await sentInvitations(scope)
  if (sent >= INVITATIONS_A_DAY) throw tooMany(seconds)
}

/** Throws 409 if the address is in use in this company, proved or not. */
export async function refuseAddressInCompany(
  system: Db,
  companyId: Id<'company'>,
  email: string,
  exceptUserId?: Id<'user'>,
): Promise<void> {
  const [there] = await system
    .select({ id: tables.user.id })
    .from(tables.user)
    .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
    .where(
      ofCompany(
        tables.user,
        companyId,
        eq(sql`lower(${tables.person.email})`, normalEmail(email)),
        exceptUserId === undefined ? undefined : ne(tables.user.id, exceptUserId),
      ),
    )
  if (there) throw alreadyThere('This address belongs to someone in this company already.')
}

/** Creates a company-only account. Throws 409 if two invitations of one address race. */
async function makeAccount(
  system: Db,
  companyId: Id<'company'>,
  { email, phone, createdAt }: { email: string; phone: string | null; createdAt: Date },
) {
  const [made] = await system
    .insert(tables.person)
    .values({ email: normalEmail(email), phone, homeCompanyId: companyId, createdAt })
    .onConflictDoNothing()
    .returning({ id: tables.person.id })
  if (!made) throw alreadyThere('This address belongs to someone in this company already.')
  return made
}

const alreadyThere = (message: string) =>
  conflict(message, [{ path: 'body.email', code: 'taken', message: 'taken' }])
