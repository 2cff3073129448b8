/** Handed-over links end when the permissions of their person change. */
import { and, eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { user, userRole } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { endLinks } from '../auth/index.ts'

export async function endHandedLinks(
  { db, clock }: Scope,
  personIds: readonly number[],
): Promise<void> {
  if (personIds.length === 0) return
  await aboveCompanies(db, (system) =>
    endLinks(system, personIds, ['handedInvitation', 'handedReset'], clock.now()),
  )
}

export async function endHandedLinksOfRole(scope: Scope, roleId: Id<'role'>): Promise<void> {
  const holders = await scope.db
    .select({ personId: user.personId })
    .from(userRole)
    .innerJoin(user, and(eq(user.companyId, userRole.companyId), eq(user.id, userRole.userId)))
    .where(and(eq(userRole.companyId, scope.actor.companyId), eq(userRole.roleId, roleId)))
  await endHandedLinks(
    scope,
    holders.map(({ personId }) => personId),
  )
}
