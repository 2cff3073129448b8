import { inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound, Refusal } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { beyondOwnRights } from './ownRights.ts'
import { selectUser, permissionsOf, type Selected } from './rows.ts'

export async function permissionsOfRoles({ db, actor }: Scope, roleIds: readonly Id<'role'>[]) {
  const wanted = [...new Set(roleIds)]
  const found =
    wanted.length === 0
      ? []
      : await db
          .select()
          .from(tables.role)
          .where(ofCompany(tables.role, actor.companyId, inArray(tables.role.id, wanted)))
  if (found.length !== wanted.length) throw refuseNotFound('role', 'body.roleIds')
  return permissionsOf(found)
}

/** `told`: the field to name in the error, unless it is a permission field. */
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
      detail === undefined
        ? 'Nobody gives or takes away a right that they do not have themselves.'
        : 'This person has rights that you do not have.',
      (detail === undefined ? faults : [detail]).map((field) => ({
        path: `body.${field}`,
        code: 'beyondOwnRights',
        message: field,
      })),
    )
}

export async function refuseOverMore(scope: Scope, id: Id<'user'>): Promise<void> {
  const { user: row, roles } = await selectUser(scope, id)
  await refuseBeyond(scope, null, { ...row, permissions: permissionsOf(roles) }, 'roleIds')
}
