/** A person's membership: how it begins, changes, ends and begins again. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids'
import type { people as contract } from '#contract/people'
import {
  company,
  equipmentType,
  locationType,
  orgEntity,
  person,
  procedureType,
  role,
  user,
  userRole,
} from '../../db/schema/index.ts'
import { conflict, notThere, Refusal, stale } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { mustBeThere } from '../../kernel/named.ts'
import type { Scope } from '../../kernel/scope.ts'
import { recordSecurity } from '../../kernel/securityLog.ts'
import { aboveCompanies, type Db } from '../../kernel/transaction.ts'
import {
  askedAddress,
  askForAddress,
  belongsElsewhere,
  endSessions,
  endWhatIsUnderWay,
  invite,
  notifyOfPhone,
  normalEmail,
} from '../auth/index.ts'
import { referenceGone } from '../review/index.ts'
import { handOver } from '../tickets/index.ts'
import { refuseWithoutAdministrator } from './administrators.ts'
import { beyondOwnRights } from './ownRights.ts'
import { refuseNameless } from './nameless.ts'
import { detailOf, one, permissionsOf, readable, WITHOUT_END, type Selected } from './rows.ts'

type Draft = z.output<typeof contract.inviteUser.body>
type Change = Omit<z.output<typeof contract.updateUser.body>, 'version'>
type Wish = Draft['availability']

export async function detail(scope: Scope, id: Id<'user'>) {
  const found = await one(scope, id)
  const [isKnownElsewhere, pendingEmail] = await aboveCompanies(
    scope.db,
    async (system) =>
      [
        await belongsElsewhere(system, found.user.personId, scope.actor.companyId),
        await askedAddress(system, found.user.personId, scope.actor.companyId, scope.clock.now()),
      ] as const,
  )
  return detailOf(scope, found, { isShared: isKnownElsewhere, pendingEmail })
}

/**
 * A new membership, of a new person or of one known from another company. The message leaves with
 * the transaction.
 */
export async function inviteUser(
  kernel: Kernel,
  scope: Scope,
  { email, phone, roleIds, availability, ...draft }: Draft,
) {
  const { db, actor, clock } = scope
  const now = clock.now() // one moment for both: whose person this is can be told by it
  await checkTypes(scope, draft)
  await checkOrgEntity(scope, draft.orgEntityId)
  await refuseBeyond(scope, null, {
    ...draft,
    permissions: await permissionsOfRoles(scope, roleIds),
  })
  const human = await aboveCompanies(db, async (system) => {
    const [known] = await system
      .select()
      .from(person)
      .where(eq(sql`lower(${person.email})`, normalEmail(email)))
    if (known) return known
    const [made] = await system
      .insert(person)
      .values({ email: normalEmail(email), phone, createdAt: now })
      .returning()
    if (!made) throw new Error('The person was not kept')
    return made
  })
  const belongs = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.companyId, actor.companyId), eq(user.personId, human.id)))
  if (belongs.length > 0)
    throw alreadyThere('This address belongs to someone in this company already.')
  const [made] = await db
    .insert(user)
    .values({
      ...draft,
      companyId: actor.companyId,
      personId: human.id,
      availableUntil: untilOf(scope, availability) ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: user.id })
  if (!made) throw new Error('The membership was not kept')
  await setRoles(scope, made.id, roleIds)
  await sendInvitation(kernel, scope, await one(scope, made.id))
  // What another company wrote down of them went with the invitation; who comes is reached where
  // this one says.
  if (human.emailProvenAt === null && phone !== null)
    await aboveCompanies(db, (system) =>
      system.update(person).set({ phone }).where(eq(person.id, human.id)),
    )
  const after = await one(scope, made.id)
  await scope.journal({
    entity: 'user',
    id: made.id,
    name: nameOf(after),
    before: null,
    after: readable(after),
  })
  return detail(scope, made.id)
}

export async function sendInvitation(
  kernel: Kernel,
  scope: Scope,
  { user: row }: Selected,
): Promise<void> {
  const by = await inviting(scope)
  await aboveCompanies(scope.db, (system) =>
    invite(kernel, system, { personId: row.personId, language: row.language }, by),
  )
  await recordSecurity(kernel, scope.db, {
    kind: 'invited',
    companyId: scope.actor.companyId,
    userId: row.id,
    byUserId: scope.actor.userId,
  })
}

const checkOrgEntity = (scope: Scope, id: Id<'orgEntity'> | null | undefined) =>
  mustBeThere(scope, orgEntity, id ? [id] : [], 'organisation entity', 'body.orgEntityId')

/** In whose name a message is written. */
async function inviting({ db, actor }: Scope) {
  const [own] = await db
    .select({ name: company.name })
    .from(company)
    .where(eq(company.id, actor.companyId))
  return { id: actor.companyId, name: own?.name ?? '', by: actor.cause.name }
}

export async function updateUser(
  kernel: Kernel,
  scope: Scope,
  id: Id<'user'>,
  version: number,
  { email, phone, roleIds, availability, ...change }: Change,
) {
  const { db, actor, clock } = scope
  const before = await one(scope, id)
  if (before.user.version !== version)
    throw stale(version, before.user.version, await detail(scope, id))
  refuseNameless(before.user)
  await checkTypes(scope, change)
  await checkOrgEntity(scope, change.orgEntityId)
  const permissions =
    roleIds === undefined ? permissionsOf(before.roles) : await permissionsOfRoles(scope, roleIds)
  await refuseBeyond(scope, before, { ...before.user, ...change, permissions })
  await changeContact(kernel, scope, before, { email, phone })
  const until = untilOf(scope, availability)
  const written = await db
    .update(user)
    .set({
      ...change,
      ...(until !== undefined && { availableUntil: until }),
      version: sql`${user.version} + 1`,
      updatedAt: clock.now(),
    })
    .where(and(eq(user.companyId, actor.companyId), eq(user.id, id), eq(user.version, version)))
    .returning({ id: user.id })
  if (written.length === 0) throw stale(version, version + 1)
  if (roleIds !== undefined) {
    await setRoles(scope, id, roleIds)
    await refuseWithoutAdministrator(scope)
  }
  const after = await one(scope, id)
  await scope.journal({
    entity: 'user',
    id,
    name: nameOf(after),
    before: readable(before),
    after: readable(after),
  })
  return detail(scope, id)
}

/**
 * Address and phone open doors: in every company of the person. So one company changes them only
 * for who is its own alone, and neither counts before its owner proved it.
 */
async function changeContact(
  kernel: Kernel,
  scope: Scope,
  before: Selected,
  wish: { email?: string | undefined; phone?: string | null | undefined },
): Promise<void> {
  const email =
    wish.email === undefined || normalEmail(wish.email) === normalEmail(before.email)
      ? undefined
      : normalEmail(wish.email)
  const phone = wish.phone === undefined || wish.phone === before.phone ? undefined : wish.phone
  if (email === undefined && phone === undefined) return
  scope.mustBeConfirmed()
  // Whoever holds the address can ask for a new password: changing it is as much as holding all
  // that its person may do.
  await refuseBeyond(
    scope,
    null,
    { ...before.user, permissions: permissionsOf(before.roles) },
    email === undefined ? 'phone' : 'email',
  )
  if (await isShared(scope, before.user.personId)) {
    throw conflict(
      'This person belongs to other companies too, so only they themselves can change this.',
      [
        {
          path: email === undefined ? 'body.phone' : 'body.email',
          code: 'shared',
          message: 'shared',
        },
      ],
    )
  }
  const by = await inviting(scope)
  await aboveCompanies(scope.db, async (system) => {
    if (phone !== undefined) await changePhone(kernel, system, before, phone)
    if (email !== undefined && before.isEmailProven) {
      await askForAddress(
        kernel,
        system,
        {
          personId: before.user.personId,
          present: before.email,
          wanted: email,
          language: before.user.language,
        },
        by,
      )
    } else if (email !== undefined) await correctAddress(kernel, system, before, email, by)
  })
  const what = {
    companyId: scope.actor.companyId,
    userId: before.user.id,
    byUserId: scope.actor.userId,
  }
  await recordSecurity(
    kernel,
    scope.db,
    ...(email === undefined ? [] : [{ ...what, kind: 'emailChangeAsked' as const }]),
    ...(phone === undefined ? [] : [{ ...what, kind: 'phoneChanged' as const }]),
  )
}

/**
 * The phone is kept as what the company knows; no code goes there before the person brought one
 * back.
 */
async function changePhone(
  kernel: Kernel,
  system: Db,
  { user: row, email, isEmailProven }: Selected,
  phone: string | null,
): Promise<void> {
  const now = kernel.clock.now()
  await system.update(person).set({ phone, phoneProvenAt: null }).where(eq(person.id, row.personId))
  // nobody has come yet: there is nothing to end but the invitation, which stays
  if (!isEmailProven) return
  await endWhatIsUnderWay(system, row.personId, now)
  await endSessions(system, now, { personId: row.personId })
  await notifyOfPhone(system, now, row.language, email)
}

/**
 * Nobody has come by the address yet, so it is only corrected: the invitation goes to the other
 * one.
 */
async function correctAddress(
  kernel: Kernel,
  system: Db,
  { user: row }: Selected,
  email: string,
  by: Parameters<typeof invite>[3],
): Promise<void> {
  const taken = await system
    .select({ id: person.id })
    .from(person)
    .where(and(eq(sql`lower(${person.email})`, email), ne(person.id, row.personId)))
  if (taken.length > 0) throw alreadyThere('Someone else has this address.')
  await system.update(person).set({ email }).where(eq(person.id, row.personId))
  await invite(kernel, system, { personId: row.personId, language: row.language }, by)
}

export async function deactivate(
  scope: Scope,
  id: Id<'user'>,
  version: number,
  ticketsTo: Id<'user'> | null | undefined,
) {
  if (id === scope.actor.userId)
    throw conflict('Nobody can deactivate themselves.', [
      { path: '', code: 'self', message: 'self' },
    ])
  await refuseOverMore(scope, id)
  const before = await setActive(scope, id, version, false)
  await refuseWithoutAdministrator(scope)
  if (ticketsTo !== undefined) await handOver(scope, id, ticketsTo)
  await aboveCompanies(scope.db, (system) =>
    endSessions(system, scope.clock.now(), { companyId: scope.actor.companyId, userId: id }),
  )
  await referenceGone(scope, { kind: 'user', id }, nameOf(before))
  return detail(scope, id)
}

export async function reactivate(scope: Scope, id: Id<'user'>, version: number) {
  const before = await one(scope, id)
  refuseNameless(before.user)
  // What they could do once may be more than the one who lets them in again can give.
  await refuseBeyond(scope, null, { ...before.user, permissions: permissionsOf(before.roles) })
  await setActive(scope, id, version, true)
  return detail(scope, id)
}

async function setActive(
  scope: Scope,
  id: Id<'user'>,
  version: number,
  isActive: boolean,
): Promise<Selected> {
  const before = await one(scope, id)
  const written = await scope.db
    .update(user)
    .set({
      isActive,
      ...(!isActive && { availableUntil: null }),
      version: sql`${user.version} + 1`,
      updatedAt: scope.clock.now(),
    })
    .where(
      and(eq(user.companyId, scope.actor.companyId), eq(user.id, id), eq(user.version, version)),
    )
    .returning({ id: user.id })
  if (written.length === 0) throw stale(version, before.user.version, await detail(scope, id))
  await scope.journal({
    entity: 'user',
    id,
    name: nameOf(before),
    before: readable(before),
    after: readable(await one(scope, id)),
  })
  return before
}

async function setRoles(
  { db, actor }: Scope,
  userId: Id<'user'>,
  roleIds: readonly Id<'role'>[],
): Promise<void> {
  await db
    .delete(userRole)
    .where(and(eq(userRole.companyId, actor.companyId), eq(userRole.userId, userId)))
  const rows = [...new Set(roleIds)].map((roleId) => ({
    companyId: actor.companyId,
    userId,
    roleId,
  }))
  if (rows.length > 0) await db.insert(userRole).values(rows)
}

async function permissionsOfRoles({ db, actor }: Scope, roleIds: readonly Id<'role'>[]) {
  const wanted = [...new Set(roleIds)]
  const found =
    wanted.length === 0
      ? []
      : await db
          .select()
          .from(role)
          .where(and(eq(role.companyId, actor.companyId), inArray(role.id, wanted)))
  if (found.length !== wanted.length) throw notThere('role', 'body.roleIds')
  return permissionsOf(found)
}

/** `told`: the field that the refusal names, where it is none of those that say the rights. */
export async function refuseBeyond(
  { actor }: Scope,
  before: Selected | null,
  after: Parameters<typeof beyondOwnRights>[2],
  detail?: string,
): Promise<void> {
  const faults = beyondOwnRights(
    actor,
    before && { ...before.user, permissions: permissionsOf(before.roles) },
    after,
  )
  if (faults.length > 0)
    throw new Refusal(
      403,
      'Nobody gives or takes away a right that they do not have themselves.',
      (detail === undefined ? faults : [detail]).map((field) => ({
        path: `body.${field}`,
        code: 'beyondOwnRights',
        message: field,
      })),
    )
}

/** Who has more rights than the one who asks is neither shut out nor signed out by them. */
export async function refuseOverMore(scope: Scope, id: Id<'user'>): Promise<void> {
  const { user: row, roles } = await one(scope, id)
  await refuseBeyond(scope, null, { ...row, permissions: permissionsOf(roles) }, 'roleIds')
}

const typeTables = [
  ['equipmentTypeIds', equipmentType, 'equipment type'],
  ['locationTypeIds', locationType, 'location type'],
  ['procedureTypeIds', procedureType, 'procedure type'],
] as const

async function checkTypes(
  scope: Scope,
  draft: Partial<Pick<Draft, 'equipmentTypeIds' | 'locationTypeIds' | 'procedureTypeIds'>>,
): Promise<void> {
  for (const [field, table, what] of typeTables)
    await mustBeThere(scope, table, draft[field] ?? [], what, `body.${field}`)
}

/** Undefined: as it is. */
export function untilOf({ clock }: Scope, wish: Wish): Date | null | undefined {
  if (wish === undefined) return undefined
  if (wish.kind === 'none') return null
  return wish.kind === 'unlimited'
    ? WITHOUT_END
    : new Date(clock.now().getTime() + wish.hours * 3_600_000)
}

export const isShared = ({ db, actor }: Scope, personId: number) =>
  aboveCompanies(db, (system) => belongsElsewhere(system, personId, actor.companyId))

const alreadyThere = (message: string) =>
  conflict(message, [{ path: 'body.email', code: 'taken', message: 'taken' }])
export const nameOf = ({ user: row }: Selected) => `${row.firstName} ${row.lastName}`

/** Available as ticket assignee, or not, as a rule says. False: it was so already. */
export async function makeAvailable(
  scope: Scope,
  id: Id<'user'>,
  wish: NonNullable<Wish>,
): Promise<boolean> {
  const before = await one(scope, id)
  const availableUntil = untilOf(scope, wish) ?? null
  if (before.user.availableUntil?.getTime() === availableUntil?.getTime()) return false
  await scope.db
    .update(user)
    .set({ availableUntil, version: sql`${user.version} + 1`, updatedAt: scope.clock.now() })
    .where(and(eq(user.companyId, scope.actor.companyId), eq(user.id, id)))
  await scope.journal({
    entity: 'user',
    id,
    name: nameOf(before),
    before: readable(before),
    after: readable(await one(scope, id)),
  })
  scope.changed('User', { type: 'User', id })
  return true
}
