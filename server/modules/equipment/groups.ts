/** The equipment tree: its branches with their counts, and the equipment of one branch. */
import { and, asc, eq, inArray, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  EquipmentGrouping,
  equipmentGroup,
  equipmentList,
} from '#contract/equipment/equipment.ts'
import { equipment, equipmentStatus, equipmentType, location } from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Group = z.input<typeof equipmentGroup>

/** A hidden location has no branch, so equipment there is in none. */
export function inGroup(
  { db, from }: Scope,
  group: z.output<typeof equipmentList>['group'],
): SQL | undefined {
  if (group === undefined) return undefined
  if (group.by === 'type')
    return group.id === null ? sql`false` : eq(sql`${equipment.typeId}`, group.id)
  if (group.by === 'status')
    return group.id === null ? isNull(equipment.statusId) : eq(sql`${equipment.statusId}`, group.id)
  const seen = db.select({ id: location.id }).from(location).where(from.locations())
  return group.id === null
    ? or(isNull(equipment.locationId), notInArray(equipment.locationId, seen))
    : and(eq(sql`${equipment.locationId}`, group.id), inArray(equipment.locationId, seen))
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
    type: { id: equipmentType.id, name: equipmentType.name, colour: sql<null>`null` },
    status: { id: equipmentStatus.id, name: equipmentStatus.name, colour: equipmentStatus.colour },
    location: { id: location.id, name: location.name, colour: sql<null>`null` },
  }[by]
  const grouped = db
    .select({
      id: sql<number | null>`${branch.id}`.as('id'),
      name: sql<string | null>`${branch.name}`.as('name'),
      colour: sql<Group['colour']>`${branch.colour}`.as('colour'),
      equipmentCount: count.as('equipment_count'),
    })
    .from(equipment)
    .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
    .leftJoin(equipmentStatus, joinOn(equipmentStatus, equipment.statusId))
    .leftJoin(location, and(joinOn(location, equipment.locationId), from.locations()))
    .where(where)
    .groupBy(branch.id, branch.name, ...(by === 'status' ? [equipmentStatus.colour] : []))
    .as('grouped')
  const [total] = await db.select({ count }).from(grouped)
  const rows = await db
    .select()
    .from(grouped)
    .orderBy(sql`${grouped.name} asc nulls last`, asc(grouped.id))
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
    .select({ id: location.id, path: location.path })
    .from(location)
    .where(from.locations(inArray(sql`${location.id}`, [...ids])))
  const around = [...new Set(own.flatMap(({ path }) => path))]
  const named = await db
    .select({ id: location.id, name: location.name })
    .from(location)
    .where(from.locations(inArray(location.id, around)))
  const byId = new Map(named.map((place) => [Number(place.id), place]))
  const pathById = new Map(
    own.map(({ id, path }) => [Number(id), path.filter((outer) => outer !== id)]),
  )
  return (id) =>
    id === null ? [] : (pathById.get(id) ?? []).flatMap((outer) => byId.get(Number(outer)) ?? [])
}
