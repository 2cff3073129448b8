/** A readable list of all positions: room, floor, building, and owner. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { rtls as contract } from '#contract/rtls/rtls.ts'
import { building, equipment, floor, lastPosition, location, room } from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Question = z.output<typeof contract.getLocationsOfAllEquipment.body>

export async function locationsOfAll(
  { db, from }: Scope,
  { search, sort, limit, offset }: Question,
): Promise<z.input<typeof contract.getLocationsOfAllEquipment.response>> {
  const where = from.equipment(searchIn(equipment.search, search))
  const ofThing = and(
    eq(lastPosition.companyId, equipment.companyId),
    eq(lastPosition.equipmentId, equipment.id),
  )
  const [total] = await db
    .select({ count })
    .from(equipment)
    .innerJoin(lastPosition, ofThing)
    .where(where)
  const place = sql`concat_ws(' ', ${building.name}, lpad((${floor.ordinal} + 1000)::text, 4, '0'), ${room.name})`
  const rows = await db
    .select({
      id: equipment.id,
      name: equipment.name,
      floorId: lastPosition.floorId,
      floorName: floor.name,
      buildingName: building.name,
      roomName: room.name,
      location: { id: location.id, name: location.name },
      at: lastPosition.at,
    })
    .from(equipment)
    .innerJoin(lastPosition, ofThing)
    .innerJoin(floor, joinOn(floor, lastPosition.floorId))
    .innerJoin(building, joinOn(building, floor.buildingId))
    .leftJoin(room, joinOn(room, lastPosition.roomId))
    .leftJoin(location, and(joinOn(location, equipment.locationId), from.locations()))
    .where(where)
    .orderBy(
      ...orderOf(sort, { name: equipment.name, at: lastPosition.at, place }, equipment.id, [
        asc(equipment.name),
      ]),
    )
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
  }
}
