import { inArray, or } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { fitsRule } from '#contract/rules/fellows.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** Refuses types that contradict existing fellow relations. Call when writing the types. */
export async function refuseForeignFellows(
  { db, actor }: Scope,
  retyped: readonly Id<'equipment'>[],
): Promise<void> {
  if (retyped.length === 0) return
  const rows = await db
    .select({
      fellow: tables.fellow,
      rule: tables.fellowType,
      thing: { id: tables.equipment.id, name: tables.equipment.name },
    })
    .from(tables.fellow)
    .innerJoin(tables.fellowType, joinOn(tables.fellowType, tables.fellow.fellowTypeId))
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.fellow.equipmentId))
    .where(
      ofCompany(
        tables.fellow,
        actor.companyId,
        or(
          inArray(tables.fellow.equipmentId, [...retyped]),
          inArray(tables.fellow.ownerId, [...retyped]),
        ),
      ),
    )
  if (rows.length === 0) return
  const ids = rows.flatMap(({ fellow: one }) => [one.equipmentId, one.ownerId])
  const types = new Map(
    (
      await db
        .select({ id: tables.equipment.id, typeId: tables.equipment.typeId })
        .from(tables.equipment)
        .where(ofCompany(tables.equipment, actor.companyId, inArray(tables.equipment.id, ids)))
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
