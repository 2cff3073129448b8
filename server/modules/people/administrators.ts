/**
 * A company must keep an active administrator who has accepted. Users can only grant permissions
 * they have, so a company without one could never get one again.
 */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { ADMINISTRATOR } from '#contract/people/permissions.ts'
import { role, user, userRole } from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'

export async function administratorsOf({ db, actor }: Scope): Promise<Id<'user'>[]> {
  const rows = await db
    .selectDistinct({ id: user.id })
    .from(user)
    .innerJoin(userRole, and(eq(userRole.companyId, user.companyId), eq(userRole.userId, user.id)))
    .innerJoin(role, joinOn(role, userRole.roleId))
    .where(
      and(
        eq(user.companyId, actor.companyId),
        eq(user.isActive, true),
        isNotNull(user.acceptedAt),
        eq(role.key, ADMINISTRATOR),
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
    .select({ id: role.id })
    .from(role)
    .where(and(eq(role.companyId, scope.actor.companyId), eq(role.key, ADMINISTRATOR)))
    .for('update')
  if ((await administratorsOf(scope)).length === 0) {
    throw conflict('This would leave the company without an administrator.', [
      { path: '', code: 'lastAdministrator', message: 'lastAdministrator' },
    ])
  }
}
