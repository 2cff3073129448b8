import { and, eq, gt, gte, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { zones as contract } from '#contract/zones.ts'
import type { Id } from '#contract/ids.ts'
import { area, building, equipment, equipmentType, floor, room, visit } from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

type VisitQuestion = z.output<typeof contract.listVisits.body>
type OccupancyQuestion = z.output<typeof contract.listOccupancy.body>

export async function listVisits(
  { db, from, clock, actor: { companyId } }: Scope,
  { equipmentId, roomId, areaId, isOpen, sort, limit, offset }: VisitQuestion,
) {
  const now = clock.now()
  const seconds = sql<number>`extract(epoch from coalesce(${visit.leftAt}, ${now}::timestamptz)
    - ${visit.enteredAt})::float8`
  const where = and(
    eq(visit.companyId, companyId),
    from.equipment(
      equipmentId === undefined ? undefined : eq(visit.equipmentId, equipmentId),
      roomId === undefined ? undefined : and(eq(visit.kind, 'room'), eq(visit.zoneId, roomId)),
      areaId === undefined ? undefined : and(eq(visit.kind, 'area'), eq(visit.zoneId, areaId)),
      or(isNotNull(room.id), isNotNull(area.id)),
      isOpen === undefined
        ? undefined
        : isOpen
          ? isNull(visit.leftAt)
          : sql`${visit.leftAt} is not null`,
    ),
  )
  const inRoom = and(
    eq(room.companyId, visit.companyId),
    eq(visit.kind, 'room'),
    eq(visit.zoneId, room.id),
  )
  const inArea = and(
    eq(area.companyId, visit.companyId),
    eq(visit.kind, 'area'),
    eq(visit.zoneId, area.id),
  )
  const [total] = await db
    .select({ count })
    .from(visit)
    .innerJoin(equipment, joinOn(equipment, visit.equipmentId))
    .leftJoin(room, inRoom)
    .leftJoin(area, inArea)
    .where(where)
  const rows = await db
    .select({
      id: visit.id,
      equipment: { id: equipment.id, name: equipment.name },
      typeName: equipmentType.name,
      floorId: floor.id,
      floorName: floor.name,
      buildingName: building.name,
      roomId: room.id,
      areaId: area.id,
      roomName: sql<string>`coalesce(${room.name}, ${area.name})`,
      enteredAt: visit.enteredAt,
      leftAt: visit.leftAt,
      seconds,
    })
    .from(visit)
    .innerJoin(equipment, joinOn(equipment, visit.equipmentId))
    .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
    .leftJoin(room, inRoom)
    .leftJoin(area, inArea)
    .innerJoin(
      floor,
      and(
        eq(floor.companyId, visit.companyId),
        sql`${floor.id} = coalesce(${room.floorId}, ${area.floorId})`,
      ),
    )
    .innerJoin(building, joinOn(building, floor.buildingId))
    .where(where)
    .orderBy(
      ...orderOf(sort, { enteredAt: visit.enteredAt, seconds }, visit.id, [
        sql`${visit.enteredAt} desc`,
        sql`${visit.id} desc`,
      ]),
    )
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ enteredAt, leftAt, ...row }) => ({
      ...row,
      enteredAt: enteredAt.toISOString(),
      leftAt: leftAt?.toISOString() ?? null,
      seconds: Math.max(0, Math.round(row.seconds)),
    })),
  }
}

/** Includes empty zones, because "empty" is information. */
export async function listOccupancy(
  { db, from: rights, clock, actor: { companyId } }: Scope,
  {
    of: which,
    roomId,
    areaId,
    floorId,
    equipmentTypeId,
    equipmentId,
    from,
    to,
    search,
    sort,
    limit,
    offset,
  }: OccupancyQuestion,
) {
  const now = clock.now()
  const zone = which === 'areas' ? area : room
  const zoneId = which === 'areas' ? areaId : roomId
  const [begin, end] = [new Date(from), new Date(to)]
  const lasted = sql`extract(epoch from coalesce(${visit.leftAt}, ${now}::timestamptz)
    - ${visit.enteredAt})`
  const within = sql`extract(epoch from
    least(coalesce(${visit.leftAt}, ${now}::timestamptz), ${end.toISOString()}::timestamptz)
    - greatest(${visit.enteredAt}, ${begin.toISOString()}::timestamptz))`
  const inSpan: SQL | undefined = and(
    lt(visit.enteredAt, end),
    or(isNull(visit.leftAt), gt(visit.leftAt, begin)),
  )
  const of = db
    .select({
      zoneId: visit.zoneId,
      now: sql<number>`count(*) filter (where ${visit.leftAt} is null)::int`.as('now_there'),
      visits: sql<number>`count(*) filter (where ${inSpan})::int`.as('visits'),
      averageSeconds: sql<
        number | null
      >`avg(${lasted}) filter (where ${inSpan} and ${visit.leftAt} is not null)::float8`.as(
        'average_seconds',
      ),
      longestSeconds: sql<number | null>`max(${lasted}) filter (where ${inSpan})::float8`.as(
        'longest_seconds',
      ),
      seconds: sql<number>`coalesce(sum(${within}) filter (where ${inSpan}), 0)::float8`.as(
        'seconds_within',
      ),
    })
    .from(visit)
    .innerJoin(equipment, joinOn(equipment, visit.equipmentId))
    .where(
      and(
        eq(visit.companyId, companyId),
        eq(visit.kind, which === 'areas' ? 'area' : 'room'),
        zoneId === undefined ? undefined : eq(visit.zoneId, zoneId),
        or(isNull(visit.leftAt), gt(visit.leftAt, begin)),
        rights.equipment(
          equipmentTypeId === undefined ? undefined : eq(equipment.typeId, equipmentTypeId),
          equipmentId === undefined ? undefined : eq(equipment.id, equipmentId),
        ),
      ),
    )
    .groupBy(visit.zoneId)
    .as('of_room')
  const where = and(
    eq(zone.companyId, companyId),
    which === 'areas' ? undefined : eq(room.kind, 'room'),
    zoneId === undefined ? undefined : eq(zone.id, zoneId),
    floorId === undefined ? undefined : eq(zone.floorId, floorId),
    searchIn(
      which === 'areas'
        ? sql`lower(${area.name} || ' ' || ${floor.name})`
        : sql`lower(${room.name} || ' ' || coalesce(${room.code}, '') || ' ' || ${floor.name})`,
      search,
    ),
  )
  const [total] = await db
    .select({ count })
    .from(zone)
    .innerJoin(floor, joinOn(floor, zone.floorId))
    .where(where)
  const rows = await db
    .select({
      id: sql<number>`${zone.id}`,
      name: sql<string>`${zone.name}`,
      floorId: floor.id,
      floorName: floor.name,
      buildingName: building.name,
      now: sql<number>`coalesce(${of.now}, 0)`,
      visits: sql<number>`coalesce(${of.visits}, 0)`,
      averageSeconds: of.averageSeconds,
      longestSeconds: of.longestSeconds,
      seconds: sql<number>`coalesce(${of.seconds}, 0)`,
    })
    .from(zone)
    .innerJoin(floor, joinOn(floor, zone.floorId))
    .innerJoin(building, joinOn(building, floor.buildingId))
    .leftJoin(of, eq(of.zoneId, zone.id))
    .where(where)
    .orderBy(
      ...orderOf(
        sort,
        {
          name: zone.name,
          now: sql`coalesce(${of.now}, 0)`,
          visits: sql`coalesce(${of.visits}, 0)`,
          averageSeconds: of.averageSeconds,
          longestSeconds: of.longestSeconds,
        },
        zone.id,
        [sql`coalesce(${of.now}, 0) desc`, sql`coalesce(${of.visits}, 0) desc`, sql`${zone.id}`],
      ),
    )
    .limit(limit)
    .offset(offset)
  const whole = (value: number | null) => (value === null ? null : Math.max(0, Math.round(value)))
  return {
    count: total?.count ?? 0,
    rows: rows.map((row) => ({
      ...row,
      averageSeconds: whole(row.averageSeconds),
      longestSeconds: whole(row.longestSeconds),
      seconds: Math.max(0, Math.round(row.seconds)),
    })),
  }
}

export interface Watched {
  kind: 'left' | 'idle' | 'fewer'
  locationId: Id<'location'> | null
  areaId: Id<'area'> | null
  equipmentTypeId: Id<'equipmentType'> | null
}

/**
 * Visits of a rule's equipment at its location that did not end before `since`, the newest `most`.
 * Includes every drawn part of the location and its descendants. `may`: what the user may see; if
 * omitted, all.
 */
export async function spansOf(
  { db, from, actor: { companyId } }: Scope,
  { kind, locationId, areaId, equipmentTypeId }: Watched,
  since: Date,
  most: number,
) {
  const inside = (
    column: typeof room.locationId | typeof floor.locationId | typeof building.locationId,
  ) =>
    sql`exists (select from location where location.company_id = ${companyId}
      and location.id = ${column} and location.path @> array[${locationId}]::int[])`
  const chain = sql`(select ${floor.id} from ${floor} join ${building}
    on ${building.companyId} = ${floor.companyId} and ${building.id} = ${floor.buildingId}
    where ${floor.companyId} = ${companyId}
    and (${inside(floor.locationId)} or ${inside(building.locationId)}))`
  const ofLocation =
    locationId === null
      ? undefined
      : or(
          sql`(${visit.kind} = 'building' and ${visit.zoneId} in (select ${building.id}
            from ${building} where ${building.companyId} = ${companyId}
            and ${inside(building.locationId)}))`,
          sql`(${visit.kind} = 'floor' and ${visit.zoneId} in ${chain})`,
          sql`(${visit.kind} = 'room' and ${visit.zoneId} in (select ${room.id} from ${room}
            where ${room.companyId} = ${companyId}
            and (${room.floorId} in ${chain} or ${inside(room.locationId)})))`,
        )
  const place = areaId === null ? ofLocation : and(eq(visit.kind, 'area'), eq(visit.zoneId, areaId))
  const rows = await db
    .select({
      equipmentId: visit.equipmentId,
      name: equipment.name,
      enteredAt: visit.enteredAt,
      leftAt: visit.leftAt,
    })
    .from(visit)
    .innerJoin(equipment, joinOn(equipment, visit.equipmentId))
    .where(
      and(
        eq(visit.companyId, companyId),
        kind === 'idle' && areaId === null ? eq(visit.kind, 'room') : undefined,
        or(isNull(visit.leftAt), gte(visit.leftAt, since)),
        equipmentTypeId === null ? undefined : eq(equipment.typeId, equipmentTypeId),
        place,
        from.equipment(),
      ),
    )
    .orderBy(sql`${visit.leftAt} desc nulls first`, sql`${visit.id} desc`)
    .limit(most)
  return rows.map(({ enteredAt, leftAt, ...row }) => ({
    ...row,
    from: enteredAt.getTime(),
    to: leftAt?.getTime() ?? null,
  }))
}
