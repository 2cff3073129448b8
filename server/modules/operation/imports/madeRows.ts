import { inArray, sql } from 'drizzle-orm'
import type { MadeKind } from '#contract/imports.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { removeEntries, usedEntries } from '../../foundation/referenceLists/index.ts'
import { locationTarget } from './locationTarget.ts'
import type { Undo } from './target.ts'

type ListKind = Exclude<MadeKind, 'fellowType' | 'inventoryItem' | 'madePlace'>

const undoOfList = (kind: ListKind, table: Undo['table']): Undo => ({
  table,
  held: (scope, ids) => usedEntries(scope, kind, ids),
  remove: (scope, ids) => removeEntries(scope, kind, ids),
  restore: () => Promise.resolve(),
})

export const undoOfMade: Record<MadeKind, Undo> = {
  madePlace: locationTarget.undo,
  tag: undoOfList('tag', tables.tag),
  equipmentType: undoOfList('equipmentType', tables.equipmentType),
  equipmentStatus: undoOfList('equipmentStatus', tables.equipmentStatus),
  locationType: undoOfList('locationType', tables.locationType),
  procedureType: undoOfList('procedureType', tables.procedureType),
  fellowType: {
    table: tables.fellowType,
    async held({ db, actor }, ids) {
      const { fellow } = tables
      const rows = await db
        .selectDistinct({ id: fellow.fellowTypeId })
        .from(fellow)
        .where(ofCompany(fellow, actor.companyId, inArray(sql`${fellow.fellowTypeId}`, [...ids])))
      return new Set(rows.map(({ id }) => Number(id)))
    },
    async remove(scope, ids) {
      const { fellowType } = tables
      const gone = await scope.db
        .delete(fellowType)
        .where(
          ofCompany(fellowType, scope.actor.companyId, inArray(sql`${fellowType.id}`, [...ids])),
        )
        .returning({ id: fellowType.id, name: fellowType.name })
      await scope.journal(...gone.map((one) => removalOf('fellowType', one)))
      scope.changed('FellowType')
    },
    restore: () => Promise.resolve(),
  },
  inventoryItem: {
    table: tables.inventoryItem,
    async held({ db, actor }, ids) {
      const { stock, reference } = tables
      const stocked = await db
        .selectDistinct({ id: stock.itemId })
        .from(stock)
        .where(ofCompany(stock, actor.companyId, inArray(stock.itemId, itemIds(ids))))
      const named = await db
        .selectDistinct({ id: reference.toId })
        .from(reference)
        .where(ofCompany(reference, actor.companyId, inArray(reference.toId, [...ids])))
      return new Set([...stocked, ...named].map(({ id }) => Number(id)))
    },
    async remove(scope, ids) {
      const { inventoryItem: item } = tables
      const gone = await scope.db
        .delete(item)
        .where(ofCompany(item, scope.actor.companyId, inArray(item.id, itemIds(ids))))
        .returning({ id: item.id, name: item.name })
      await scope.journal(...gone.map((one) => removalOf('inventoryItem', one)))
      scope.changed('InventoryItem')
    },
    restore: () => Promise.resolve(),
  },
}

/** Ids of stored items. */
const itemIds = (ids: readonly number[]) => ids as (typeof tables.inventoryItem.$inferSelect.id)[]

const removalOf = <E extends 'fellowType' | 'inventoryItem'>(
  entity: E,
  { id, name }: { id: number; name: string },
) => ({ entity, id, name, before: { name }, after: null })
