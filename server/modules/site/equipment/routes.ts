import { asc, inArray } from 'drizzle-orm'
import { equipment as contract } from '#contract/equipment/equipment.ts'
import { noEquipment } from '#contract/shapes.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { count, equipmentFilter } from '#kernel/data/listQueries.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { searchedPageOf } from '#kernel/data/listPages.ts'
import { TREE_MAXIMUM, treeByType } from '#kernel/data/trees.ts'
import { ownValuesOf } from '../../foundation/metadata/index.ts'
import { clearPosition, loadLastPosition } from '../positions/index.ts'
import { equipmentOrder } from './listOrder.ts'
import { listWhere } from './listWhere.ts'
import { create, selectOneEquipment, remove, update } from './equipment.ts'
import { selectGroups } from './groups.ts'
import { detailOf, joinsToSort, rowOf, selectEquipment } from './rows.ts'
import { restoreStatuses, setStatus } from './statuses.ts'

export const equipmentHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  async listEquipment(scope, { body }) {
    const { search, ...question } = body
    const order = equipmentOrder(scope, body.sort, search)
    const { ids, total } = await searchedPageOf(scope, search, {
      ...body,
      table: tables.equipment,
      joins: joinsToSort(scope),
      where: listWhere(scope, question),
      order,
    })
    const rows =
      ids.length === 0
        ? []
        : await selectEquipment(
            scope,
            scope.from.equipment(inArray(tables.equipment.id, ids)),
          ).orderBy(...order)
    return {
      ...total,
      rows: rows.map((row) => ({
        ...rowOf(row),
        ...ownValuesOf(row.equipment.metadata, body.ownColumns),
      })),
    }
  },
  async listTinyEquipment(scope, { body }) {
    const order = equipmentOrder(scope, undefined, body.search)
    const { ids, total } = await searchedPageOf(scope, body.search, {
      ...body,
      table: tables.equipment,
      where: scope.from.equipment(
        equipmentFilter(body.filter),
        body.ids ? inArray(tables.equipment.id, body.ids) : undefined,
      ),
      order,
    })
    const rows =
      ids.length === 0
        ? []
        : await scope.db
            .select({
              id: tables.equipment.id,
              name: tables.equipment.name,
              typeId: tables.equipment.typeId,
            })
            .from(tables.equipment)
            .where(scope.from.equipment(inArray(tables.equipment.id, ids)))
            .orderBy(...order)
    // A search, or a request by ids, returns only the matches.
    const isWhole = body.offset === 0 && body.ids === undefined && (body.search ?? '') === ''
    return { ...total, rows: isWhole ? [noEquipment, ...rows] : rows }
  },
  async getEquipment(scope, { params }) {
    const [found, look] = await Promise.all([
      selectOneEquipment(scope, params.id),
      loadLastPosition(scope, params.id),
    ])
    return detailOf(scope, found, look)
  },
  createEquipment: (scope, { body }) => create(scope, body),
  async updateEquipment(scope, { params: { id }, body: { position, ...change } }) {
    const changed = await update(scope, id, change)
    // A caller who may not see the position reads null; sending null back must not clear it.
    if (position === undefined || changed.position === null) return changed
    const { fellowsMoved = 0 } = await clearPosition(kernel, scope, id)
    scope.changed('Gateway', 'Position', { type: 'Position', id })
    const moved = Math.max(fellowsMoved, changed.fellowsMoved ?? 0)
    return { ...changed, position: null, ...(moved > 0 && { fellowsMoved: moved }) }
  },
  async deleteEquipment(scope, { params }) {
    await remove(scope, params.id)
    return { deleted: true }
  },
  bulkUpdateStatus: (scope, { body }) => setStatus(scope, body.equipmentIds, body.statusId),
  restoreStatuses: (scope, { body }) => restoreStatuses(scope, body.statusId, body.before),
  listEquipmentGroups: (scope, { body }) =>
    selectGroups(scope, body.by, listWhere(scope, body), body),
  async getEquipmentTree({ db, from, actor }) {
    const [total] = await db.select({ count }).from(tables.equipment).where(from.equipment())
    const rows = await db
      .select({
        id: tables.equipment.id,
        name: tables.equipment.name,
        typeId: tables.equipment.typeId,
      })
      .from(tables.equipment)
      .where(from.equipment())
      .orderBy(byName({ actor }, tables.equipment.name), asc(tables.equipment.id))
      .limit(TREE_MAXIMUM)
    const types = await db
      .select()
      .from(tables.equipmentType)
      .where(ofCompany(tables.equipmentType, actor.companyId))
      .orderBy(byName({ actor }, tables.equipmentType.name))
    return treeByType(types, rows, total?.count ?? 0)
  },
})
