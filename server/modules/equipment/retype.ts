/** Equipment with an owner or fellows must have a type that its fellow rules allow. */
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { fitsRule } from '#contract/rules/fellows.ts'
import { equipment, fellow, fellowType } from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'

/**
 * Refuses types that existing fellow relations would not allow. Call when the types are written.
 */
export async function refuseForeignFellows(
  { db, actor }: Scope,
  retyped: readonly Id<'equipment'>[],
): Promise<void> {
  if (retyped.length === 0) return
  const rows = await db
    .select({ fellow, rule: fellowType, thing: { id: equipment.id, name: equipment.name } })
    .from(fellow)
    .innerJoin(fellowType, joinOn(fellowType, fellow.fellowTypeId))
    .innerJoin(equipment, joinOn(equipment, fellow.equipmentId))
    .where(
      and(
        eq(fellow.companyId, actor.companyId),
        or(inArray(fellow.equipmentId, [...retyped]), inArray(fellow.ownerId, [...retyped])),
      ),
    )
  if (rows.length === 0) return
  const ids = rows.flatMap(({ fellow: one }) => [one.equipmentId, one.ownerId])
  const types = new Map(
    (
      await db
        .select({ id: equipment.id, typeId: equipment.typeId })
        .from(equipment)
        .where(and(eq(equipment.companyId, actor.companyId), inArray(equipment.id, ids)))
    ).map(({ id, typeId }) => [id, typeId]),
  )
  for (const { fellow: one, rule } of rows) {
    const [ownerType, type] = [types.get(one.ownerId), types.get(one.equipmentId)]
    if (ownerType !== undefined && type !== undefined && !fitsRule(rule, ownerType, type))
      throw conflict('It hangs together with something that its new type does not allow.', [
        { path: 'body.typeId', code: 'foreignFellow', message: rule.name },
      ])
  }
}
