import { asc, inArray, ne } from 'drizzle-orm'
import {
  isEmptyFilter,
  matchesFilter,
  type FilterFacts,
  type FilterObject,
} from '#contract/filter.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { visibleDashboards } from '#kernel/access/dashboardRights.ts'

/** Maximum dashboards read, more than any company has. */
const MAX_BOARDS = 1_000

export interface CountedThing {
  id: number
  typeId: number
  statusId: number | null
  tagIds: readonly number[]
  orgEntityIds: readonly number[]
  procedureIds: readonly number[]
  procedureTypeIds: readonly number[]
}

/** Ignores the user's permissions, because a dashboard also counts for other users. */
export async function doneLogsWhere({
  db,
  actor,
}: Scope): Promise<Pick<CountedThing, 'procedureIds' | 'procedureTypeIds'>> {
  const rows = await db
    .select({ id: tables.procedure.id, typeId: tables.procedure.typeId })
    .from(tables.procedure)
    .where(ofCompany(tables.procedure, actor.companyId, ne(tables.procedure.target, 'location')))
  return {
    procedureIds: rows.map(({ id }) => id),
    procedureTypeIds: [...new Set(rows.map(({ typeId }) => typeId))],
  }
}

/**
 * Whether rows of the equipment match one of the filters. `meant`: a matching filter names a
 * property of the equipment. Such rows have no location of their own.
 */
export function countingFilters(
  filters: readonly FilterObject[],
  thing: CountedThing,
): 'no' | 'counted' | 'meant' {
  const facts: FilterFacts = {
    equipmentIds: [thing.id],
    equipmentTypeIds: [thing.typeId],
    equipmentStatusIds: thing.statusId === null ? [] : [thing.statusId],
    tagIds: thing.tagIds,
    orgEntityIds: thing.orgEntityIds,
    locationIds: [],
    locationTypeIds: [],
    procedureIds: thing.procedureIds,
    procedureTypeIds: thing.procedureTypeIds,
  }
  const fitting = filters.filter((filter) => matchesFilter(filter, facts))
  const isMeant = fitting.some(
    ({ procedureIds: _procedures, procedureTypeIds: _types, ...ofThings }) =>
      !isEmptyFilter(ofThings),
  )
  if (isMeant) return 'meant'
  return filters.length === 0 || fitting.length > 0 ? 'counted' : 'no'
}

export async function dashboardsCounting(scope: Scope, thing: CountedThing) {
  const { db, actor } = scope
  const boards = await db
    .select()
    .from(tables.dashboard)
    .where(visibleDashboards(scope))
    .orderBy(byName(scope, tables.dashboard.name), asc(tables.dashboard.id))
    .limit(MAX_BOARDS)
  const counting = boards.filter(
    ({ isRestrictedEquipment, equipmentTypes }) =>
      !isRestrictedEquipment || equipmentTypes.some((id) => id === thing.typeId),
  )
  const ids = [
    ...new Set(
      counting.flatMap(({ chapters }) =>
        chapters.flatMap(({ items }) => items.map(({ id }) => id)),
      ),
    ),
  ]
  const items =
    ids.length === 0
      ? []
      : await db
          .select({
            id: tables.dashboardItem.id,
            name: tables.dashboardItem.name,
            filters: tables.dashboardItem.filters,
          })
          .from(tables.dashboardItem)
          .where(
            ofCompany(tables.dashboardItem, actor.companyId, inArray(tables.dashboardItem.id, ids)),
          )
  const cards = new Map(
    items.map(({ id, name, filters }) => [id, { id, name, how: countingFilters(filters, thing) }]),
  )
  return counting.flatMap(({ id, name, chapters }) => {
    const own = chapters
      .flatMap(({ items: placed }) => placed.map((card) => cards.get(card.id)))
      .filter((card) => card !== undefined && card.how !== 'no')
      .filter((card) => card !== undefined)
    return own.length === 0
      ? []
      : [
          {
            kind: 'dashboard' as const,
            id,
            name,
            cards: own.map((card) => ({ id: card.id, name: card.name })),
            isMeant: own.some(({ how }) => how === 'meant'),
          },
        ]
  })
}
