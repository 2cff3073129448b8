/** Handed-over links end when the permissions of their person change. */
import { and, eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
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
    .select({ personId: tables.user.personId })
    .from(tables.userRole)
    .innerJoin(
      tables.user,
      and(
        eq(tables.user.companyId, tables.userRole.companyId),
        eq(tables.user.id, tables.userRole.userId),
      ),
    )
    .where(ofCompany(tables.userRole, scope.actor.companyId, eq(tables.userRole.roleId, roleId)))
  await endHandedLinks(
    scope,
    holders.map(({ personId }) => personId),
  )
}
