/**
 * A company must keep an active administrator who has accepted. Users can only grant permissions
 * they have, so a company without one could never get one again.
 */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { ADMINISTRATOR } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'

export async function administratorsOf({ db, actor }: Scope): Promise<Id<'user'>[]> {
  const rows = await db
    .selectDistinct({ id: tables.user.id })
    .from(tables.user)
    .innerJoin(
      tables.userRole,
      and(
        eq(tables.userRole.companyId, tables.user.companyId),
        eq(tables.userRole.userId, tables.user.id),
      ),
    )
    .innerJoin(tables.role, joinOn(tables.role, tables.userRole.roleId))
    .where(
      ofCompany(
        tables.user,
        actor.companyId,
        eq(tables.user.isActive, true),
        isNotNull(tables.user.acceptedAt),
        eq(tables.role.key, ADMINISTRATOR),
      ),
    )
  return rows.map(({ id }) => id)
}

/**
 * Call after a write that may have removed the last administrator; throwing rolls it back. The row
 * lock serialises such writes.
 */
export async function refuseWithoutAdministrator(scope: Scope): Promise<void> {
  await scope.db
    .select({ id: tables.role.id })
    .from(tables.role)
    .where(ofCompany(tables.role, scope.actor.companyId, eq(tables.role.key, ADMINISTRATOR)))
    .for('update')
  if ((await administratorsOf(scope)).length === 0) {
    throw conflict('This would leave the company without an administrator.', [
      { path: '', code: 'lastAdministrator', message: 'lastAdministrator' },
    ])
  }
}
