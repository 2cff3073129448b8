import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { ADMINISTRATOR } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { beyondOwnRights, type Rights } from './ownRights.ts'
import { journalUserGone, selectUser, permissionsOf, type Selected } from './rows.ts'

/** The fields of a change that would grant or revoke permissions the actor lacks. */
export function fieldsBeyond(
  { actor }: Scope,
  before: Selected | undefined,
  after: Rights & { firstName: string; lastName: string; language: string },
): string[] {
  const rights = before && { ...before.user, permissions: permissionsOf(before.roles) }
  const beyond = beyondOwnRights(actor, rights ?? null, after)
  // Names sign logs and messages, so names of people with more permissions are protected too.
  if (before === undefined || rights === undefined) return beyond
  const named = (['firstName', 'lastName', 'language'] as const).filter(
    (field) => after[field] !== before.user[field],
  )
  return named.length > 0 && beyondOwnRights(actor, null, rights).length > 0
    ? [...beyond, ...named]
    : beyond
}

export const isAdministrator = ({ roles }: Pick<Selected, 'roles'>): boolean =>
  roles.some(({ key }) => key === ADMINISTRATOR)

/** People who accepted the invitation, or whom a record names. */
export async function acceptedPeople(
  { db, actor }: Scope,
  ids: readonly Id<'user'>[],
): Promise<ReadonlySet<number>> {
  const { user, reference } = tables
  const invited = await db
    .select({ id: user.id })
    .from(user)
    .where(
      ofCompany(
        user,
        actor.companyId,
        and(inArray(user.id, [...ids]), isNull(user.acceptedAt), isNull(user.lastSignInAt)),
      ),
    )
  const named = await db
    .selectDistinct({ id: reference.toId })
    .from(reference)
    .where(
      ofCompany(
        reference,
        actor.companyId,
        eq(reference.toKind, 'user'),
        inArray(reference.toId, [...ids]),
      ),
    )
  const free = new Set(invited.map(({ id }) => Number(id)))
  for (const { id } of named) free.delete(id)
  return new Set(ids.map(Number).filter((id) => !free.has(id)))
}

/** Withdraws an invitation: its links stop working, and the company-only account is deleted. */
export async function withdrawInvitation(scope: Scope, id: Id<'user'>): Promise<void> {
  const before = await selectUser(scope, id)
  await journalUserGone(scope, before)
  await scope.db
    .delete(tables.user)
    .where(ofCompany(tables.user, scope.actor.companyId, eq(tables.user.id, id)))
  await aboveCompanies(scope.db, (system) =>
    system
      .delete(tables.person)
      .where(
        and(
          eq(tables.person.id, before.user.personId),
          eq(tables.person.homeCompanyId, scope.actor.companyId),
          isNull(tables.person.emailProvenAt),
        ),
      ),
  )
  scope.changed('User', 'Role')
}
