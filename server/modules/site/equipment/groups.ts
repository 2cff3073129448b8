import { and, asc, eq, inArray, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  EquipmentGrouping,
  equipmentGroup,
  equipmentList,
} from '#contract/equipment/equipment.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Group = z.input<typeof equipmentGroup>

/** Condition for one branch. A hidden location has no branch, so its equipment is in none. */
export function isInBranch(
  { db, from }: Scope,
  group: z.output<typeof equipmentList>['group'],
): SQL | undefined {
  if (group === undefined) return undefined
  if (group.by === 'type')
    return group.id === null ? sql`false` : eq(sql`${tables.equipment.typeId}`, group.id)
  if (group.by === 'status')
    return group.id === null
      ? isNull(tables.equipment.statusId)
      : eq(sql`${tables.equipment.statusId}`, group.id)
  const seen = db.select({ id: tables.location.id }).from(tables.location).where(from.locations())
  return group.id === null
    ? or(isNull(tables.equipment.locationId), notInArray(tables.equipment.locationId, seen))
    : and(
        eq(sql`${tables.equipment.locationId}`, group.id),
        inArray(tables.equipment.locationId, seen),
      )
}

/** `where` must come from scope.from.equipment. */
export async function selectGroups(
  scope: Scope,
  by: EquipmentGrouping,
  where: SQL,
  page: { limit: number; offset: number },
): Promise<{ count: number; rows: Group[] }> {
  const { db, from } = scope
  const branch = {
    type: { id: tables.equipmentType.id, name: tables.equipmentType.name, colour: sql<null>`null` },
    status: {
      id: tables.equipmentStatus.id,
      name: tables.equipmentStatus.name,
      colour: tables.equipmentStatus.colour,
    },
    location: { id: tables.location.id, name: tables.location.name, colour: sql<null>`null` },
  }[by]
  const grouped = db
    .select({
      id: sql<number | null>`${branch.id}`.as('id'),
      name: sql<string | null>`${branch.name}`.as('name'),
      colour: sql<Group['colour']>`${branch.colour}`.as('colour'),
      equipmentCount: count.as('equipment_count'),
    })
    .from(tables.equipment)
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(tables.equipmentStatus, joinOn(tables.equipmentStatus, tables.equipment.statusId))
    .leftJoin(
      tables.location,
      and(joinOn(tables.location, tables.equipment.locationId), from.locations()),
    )
    .where(where)
    .groupBy(branch.id, branch.name, ...(by === 'status' ? [tables.equipmentStatus.colour] : []))
    .as('grouped')
  const [total] = await db.select({ count }).from(grouped)
  const rows = await db
    .select()
    .from(grouped)
    .orderBy(sql`${byName(scope, sql`${grouped.name}`)} asc nulls last`, asc(grouped.id))
    .limit(page.limit)
    .offset(page.offset)
  const pathOf =
    by === 'location'
      ? await pathsOf(
          scope,
          rows.flatMap(({ id }) => (id === null ? [] : [id])),
        )
      : () => []
  return { count: total?.count ?? 0, rows: rows.map((row) => ({ ...row, path: pathOf(row.id) })) }
}

/** The path of each location, because rooms of many buildings share a name. */
async function pathsOf(
  { db, from }: Scope,
  ids: readonly number[],
): Promise<(id: number | null) => Group['path']> {
  if (ids.length === 0) return () => []
  const own = await db
    .select({ id: tables.location.id, path: tables.location.path })
    .from(tables.location)
    .where(from.locations(inArray(sql`${tables.location.id}`, [...ids])))
  const around = [...new Set(own.flatMap(({ path }) => path))]
  const named = await db
    .select({ id: tables.location.id, name: tables.location.name })
    .from(tables.location)
    .where(from.locations(inArray(tables.location.id, around)))
  const byId = new Map(named.map((location) => [Number(location.id), location]))
  const pathById = new Map(
    own.map(({ id, path }) => [Number(id), path.filter((outer) => outer !== id)]),
  )
  return (id) =>
    id === null ? [] : (pathById.get(id) ?? []).flatMap((outer) => byId.get(Number(outer)) ?? [])
}
