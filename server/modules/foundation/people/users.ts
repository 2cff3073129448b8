import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { people as contract } from '#contract/people/people.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { nextVersion, refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { endSessions } from '../auth/index.ts'
import { referenceGone } from '../review/index.ts'
import { refuseWithoutAdministrator } from './administrators.ts'
import { changeContact } from './contacts.ts'
import { endHandedLinks } from './handedLinks.ts'
import { checkOrgEntity, checkTypes, detail, setRoles, untilOf, type Wish } from './membership.ts'
import { refuseNameless } from './nameless.ts'
import { permissionsOfRoles, refuseBeyond, refuseOverMore } from './refuseBeyond.ts'
import { journalUser, nameOf, selectUser, permissionsOf, type Selected } from './rows.ts'

type Change = Omit<z.output<typeof contract.updateUser.body>, 'version' | 'ticketsTo'>

/** `handOver` passes on the tickets that the person can no longer see, or all if absent. */
export async function updateUser(
  kernel: Kernel,
  scope: Scope,
  id: Id<'user'>,
  version: number,
  { email, phone, roleIds, availability, ...change }: Change,
  handOver?: (isAbsent: boolean) => Promise<void>,
) {
  const before = await selectUser(scope, id)
  await refuseStale(version, before.user, () => detail(scope, id))
  refuseNameless(before.user)
  await checkTypes(scope, change)
  await checkOrgEntity(scope, change.orgEntityId)
  const permissions =
    roleIds === undefined ? permissionsOf(before.roles) : await permissionsOfRoles(scope, roleIds)
  await refuseBeyond(scope, before, { ...before.user, ...change, permissions })
  const until = untilOf(scope, availability)
  await refuseChangingOverMore(scope, before, change, until)
  await changeContact(kernel, scope, before, { email, phone })
  await writeVersioned(scope, tables.user, {
    id,
    version,
    set: { ...change, ...(until !== undefined && { availableUntil: until }) },
  })
  // A handed-over link grants the person's permissions, so it ends when they change.
  await endHandedLinks(scope, [before.user.personId])
  if (roleIds !== undefined) {
    await setRoles(scope, id, roleIds)
    await refuseWithoutAdministrator(scope)
  }
  const after = await selectUser(scope, id)
  await journalUser(scope, before, after)
  await handOver?.(until === null)
  return detail(scope, id)
}

/**
 * Throws 403 if the person has more permissions than the caller and their name, language or
 * availability would change. Names sign logs and messages.
 */
async function refuseChangingOverMore(
  scope: Scope,
  { user: row, roles }: Selected,
  change: Pick<Change, 'firstName' | 'lastName' | 'language'>,
  until: Date | null | undefined,
): Promise<void> {
  const changed = (['firstName', 'lastName', 'language'] as const).find(
    (field) => change[field] !== undefined && change[field] !== row[field],
  )
  const isMoved = until !== undefined && until?.getTime() !== row.availableUntil?.getTime()
  const field = changed ?? (isMoved ? 'availability' : undefined)
  if (field === undefined) return
  await refuseBeyond(scope, null, { ...row, permissions: permissionsOf(roles) }, field)
}

export type HandOver = () => Promise<void>

export async function deactivate(
  scope: Scope,
  id: Id<'user'>,
  version: number,
  handOver?: HandOver,
) {
  if (id === scope.actor.userId)
    throw conflict('Nobody can deactivate themselves.', [
      { path: '', code: 'self', message: 'self' },
    ])
  await refuseOverMore(scope, id)
  await endMembership(scope, id, { version, handOver })
  await aboveCompanies(scope.db, (system) =>
    endSessions(system, scope.clock.now(), { companyId: scope.actor.companyId, userId: id }),
  )
  return detail(scope, id)
}

/**
 * Ends the membership. `handOver` passes open tickets on; without it they keep their assignee. Rules
 * that name the person go under review. Throws 409 for the last administrator.
 */
export async function endMembership(
  scope: Scope,
  id: Id<'user'>,
  { version, handOver }: { version?: number; handOver: HandOver | undefined },
): Promise<void> {
  const before = await setActive(scope, id, version, false)
  await refuseWithoutAdministrator(scope)
  await endHandedLinks(scope, [before.user.personId])
  await handOver?.()
  await referenceGone(scope, { kind: 'user', id }, nameOf(before))
}

export async function reactivate(scope: Scope, id: Id<'user'>, version: number) {
  const before = await selectUser(scope, id)
  refuseNameless(before.user)
  // The former permissions may exceed what the caller can grant.
  await refuseBeyond(scope, null, { ...before.user, permissions: permissionsOf(before.roles) })
  await setActive(scope, id, version, true)
  return detail(scope, id)
}

async function setActive(
  scope: Scope,
  id: Id<'user'>,
  readVersion: number | undefined,
  isActive: boolean,
): Promise<Selected> {
  const before = await selectUser(scope, id)
  const { version } = before.user
  await refuseStale(readVersion ?? version, before.user, () => detail(scope, id))
  await writeVersioned(scope, tables.user, {
    id,
    version,
    set: { isActive, ...(isActive ? { endedBy: null } : { availableUntil: null }) },
  })
  await journalUser(scope, before, await selectUser(scope, id))
  return before
}

/** Sets availability as ticket assignee on behalf of a rule. Returns false if unchanged. */
export async function makeAvailable(
  scope: Scope,
  id: Id<'user'>,
  wish: NonNullable<Wish>,
): Promise<boolean> {
  const before = await selectUser(scope, id)
  const availableUntil = untilOf(scope, wish) ?? null
  if (before.user.availableUntil?.getTime() === availableUntil?.getTime()) return false
  await scope.db
    .update(tables.user)
    .set({ availableUntil, ...nextVersion(tables.user, scope.clock.now()) })
    .where(ofCompany(tables.user, scope.actor.companyId, eq(tables.user.id, id)))
  await journalUser(scope, before, await selectUser(scope, id))
  scope.changed('User', { type: 'User', id })
  return true
}
