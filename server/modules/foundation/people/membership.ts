import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { people as contract } from '#contract/people/people.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { unconfirmedAddress, isInOtherCompany } from '../auth/index.ts'
import { detailOf, selectUser, WITHOUT_END } from './rows.ts'

export type Draft = z.output<typeof contract.inviteUser.body>
export type Wish = Draft['availability']

export async function detail(scope: Scope, id: Id<'user'>) {
  const found = await selectUser(scope, id)
  const [isKnownElsewhere, pendingEmail] = await aboveCompanies(
    scope.db,
    async (system) =>
      [
        await isInOtherCompany(system, found.user.personId, scope.actor.companyId),
        await unconfirmedAddress(
          system,
          found.user.personId,
          scope.actor.companyId,
          scope.clock.now(),
        ),
      ] as const,
  )
  return detailOf(scope, found, { isShared: isKnownElsewhere, pendingEmail })
}

export const checkOrgEntity = (scope: Scope, id: Id<'orgEntity'> | null | undefined) =>
  requireRows(scope, tables.orgEntity, id ? [id] : [], 'organisation entity', 'body.orgEntityId')

export async function setRoles(
  { db, actor }: Scope,
  userId: Id<'user'>,
  roleIds: readonly Id<'role'>[],
): Promise<void> {
  await db
    .delete(tables.userRole)
    .where(ofCompany(tables.userRole, actor.companyId, eq(tables.userRole.userId, userId)))
  const rows = [...new Set(roleIds)].map((roleId) => ({
    companyId: actor.companyId,
    userId,
    roleId,
  }))
  if (rows.length > 0) await db.insert(tables.userRole).values(rows)
}

const typeTables = [
  ['equipmentTypeIds', tables.equipmentType, 'equipment type'],
  ['locationTypeIds', tables.locationType, 'location type'],
  ['procedureTypeIds', tables.procedureType, 'procedure type'],
] as const

export async function checkTypes(
  scope: Scope,
  draft: Partial<Pick<Draft, 'equipmentTypeIds' | 'locationTypeIds' | 'procedureTypeIds'>>,
): Promise<void> {
  for (const [field, table, what] of typeTables)
    await requireRows(scope, table, draft[field] ?? [], what, `body.${field}`)
}

/** Undefined keeps the current value. */
export function untilOf({ clock }: Scope, wish: Wish): Date | null | undefined {
  if (wish === undefined) return undefined
  if (wish.kind === 'none') return null
  return wish.kind === 'unlimited'
    ? WITHOUT_END
    : new Date(clock.now().getTime() + wish.hours * 3_600_000)
}
