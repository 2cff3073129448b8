import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { rtls as contract } from '#contract/rtls/rtls.ts'
import * as tables from '#db/schema/index.ts'
import { shownName, shownNameOrNull } from '#kernel/data/shownName.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, orderOf, searchRows } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Question = z.output<typeof contract.getLocationsOfAllEquipment.body>

export async function locationsOfAll(
  scope: Scope,
  { search, sort, limit, offset }: Question,
): Promise<z.input<typeof contract.getLocationsOfAllEquipment.response>> {
  const { db, from, actor } = scope
  const where = from.equipment(searchRows(scope, tables.equipment, search))
  const ofThing = and(
    eq(tables.lastPosition.companyId, tables.equipment.companyId),
    eq(tables.lastPosition.equipmentId, tables.equipment.id),
  )
  const [total] = await db
    .select({ count })
    .from(tables.equipment)
    .innerJoin(tables.lastPosition, ofThing)
    .where(where)
  const place = sql`concat_ws(' ', ${tables.building.name}, lpad((${tables.floor.ordinal} + 1000)::text, 4, '0'), ${tables.room.name})`
  const rows = await db
    .select({
      id: tables.equipment.id,
      name: tables.equipment.name,
      floorId: tables.lastPosition.floorId,
      floorName: shownName({ actor }, tables.floor),
      buildingName: shownName({ actor }, tables.building),
      roomName: shownNameOrNull({ actor }, tables.room),
      location: { id: tables.location.id, name: tables.location.name },
      at: tables.lastPosition.at,
    })
    .from(tables.equipment)
    .innerJoin(tables.lastPosition, ofThing)
    .innerJoin(tables.floor, joinOn(tables.floor, tables.lastPosition.floorId))
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .leftJoin(tables.room, joinOn(tables.room, tables.lastPosition.roomId))
    .leftJoin(
      tables.location,
      and(joinOn(tables.location, tables.equipment.locationId), from.locations()),
    )
    .where(where)
    .orderBy(
      ...orderOf(
        { actor },
        sort,
        { name: tables.equipment.name, at: tables.lastPosition.at, place },
        tables.equipment.id,
        [byName({ actor }, tables.equipment.name)],
      ),
    )
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
  }
}
