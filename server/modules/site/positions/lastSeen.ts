import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** Enough for a whole floor of a hospital; a longer list states its total. */
export const LIVE_MAXIMUM = 25_000

export async function lastSeen(
  { db, from }: Scope,
  {
    since,
    floorId,
    buildingId,
  }: {
    since?: string | undefined
    floorId?: Id<'floor'> | undefined
    buildingId?: Id<'building'> | undefined
  },
) {
  const where = and(
    from.equipment(),
    since === undefined ? undefined : gt(tables.lastPosition.changedAt, new Date(since)),
    floorId === undefined ? undefined : eq(tables.lastPosition.floorId, floorId),
    buildingId === undefined
      ? undefined
      : sql`${tables.lastPosition.floorId} in (select ${tables.floor.id} from ${tables.floor}
        where ${tables.floor.companyId} = ${tables.lastPosition.companyId}
        and ${tables.floor.buildingId} = ${buildingId})`,
  )
  const rows = await db
    .select({
      last: tables.lastPosition,
      name: tables.equipment.name,
      isStatic: tables.equipment.isStatic,
      colour: tables.equipmentStatus.colour,
      typeName: tables.equipmentType.name,
    })
    .from(tables.lastPosition)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.lastPosition.equipmentId))
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(tables.equipmentStatus, joinOn(tables.equipmentStatus, tables.equipment.statusId))
    .where(where)
    .orderBy(asc(tables.lastPosition.id))
    .limit(LIVE_MAXIMUM)
  if (rows.length < LIVE_MAXIMUM) return { count: rows.length, rows }
  const [total] = await db
    .select({ count })
    .from(tables.lastPosition)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.lastPosition.equipmentId))
    .where(where)
  return { count: total?.count ?? 0, rows }
}
