/** Last positions, all or only those changed since a time. */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { equipment, equipmentStatus, equipmentType, floor, lastPosition } from '#db/schema/index.ts'
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
    since === undefined ? undefined : gt(lastPosition.changedAt, new Date(since)),
    floorId === undefined ? undefined : eq(lastPosition.floorId, floorId),
    buildingId === undefined
      ? undefined
      : sql`${lastPosition.floorId} in (select ${floor.id} from ${floor}
        where ${floor.companyId} = ${lastPosition.companyId}
        and ${floor.buildingId} = ${buildingId})`,
  )
  const rows = await db
    .select({
      last: lastPosition,
      name: equipment.name,
      isStatic: equipment.isStatic,
      colour: equipmentStatus.colour,
      typeName: equipmentType.name,
    })
    .from(lastPosition)
    .innerJoin(equipment, joinOn(equipment, lastPosition.equipmentId))
    .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
    .leftJoin(equipmentStatus, joinOn(equipmentStatus, equipment.statusId))
    .where(where)
    .orderBy(asc(lastPosition.id))
    .limit(LIVE_MAXIMUM)
  if (rows.length < LIVE_MAXIMUM) return { count: rows.length, rows }
  const [total] = await db
    .select({ count })
    .from(lastPosition)
    .innerJoin(equipment, joinOn(equipment, lastPosition.equipmentId))
    .where(where)
  return { count: total?.count ?? 0, rows }
}
