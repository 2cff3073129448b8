import { and, eq, gt, gte, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { zones as contract } from '#contract/zones.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import {
  column,
  idsInParts,
  isIn,
  inOrderOf,
  instantCell,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { shownName } from '#kernel/data/shownName.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, folded, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

type VisitQuestion = z.output<typeof contract.listVisits.body>
type OccupancyQuestion = z.output<typeof contract.listOccupancy.body>

type VisitFilter = Omit<VisitQuestion, 'limit' | 'offset'>

const inRoom = and(
  eq(tables.room.companyId, tables.visit.companyId),
  eq(tables.visit.kind, 'room'),
  eq(tables.visit.zoneId, tables.room.id),
)
const inArea = and(
  eq(tables.area.companyId, tables.visit.companyId),
  eq(tables.visit.kind, 'area'),
  eq(tables.visit.zoneId, tables.area.id),
)

const visitsWhere = (
  { from, actor }: Scope,
  { equipmentId, roomId, areaId, isOpen }: VisitFilter,
): SQL =>
  ofCompany(
    tables.visit,
    actor.companyId,
    from.equipment(
      equipmentId === undefined ? undefined : eq(tables.visit.equipmentId, equipmentId),
      roomId === undefined
        ? undefined
        : and(eq(tables.visit.kind, 'room'), eq(tables.visit.zoneId, roomId)),
      areaId === undefined
        ? undefined
        : and(eq(tables.visit.kind, 'area'), eq(tables.visit.zoneId, areaId)),
      or(isNotNull(tables.room.id), isNotNull(tables.area.id)),
      isOpen === undefined
        ? undefined
        : isOpen
          ? isNull(tables.visit.leftAt)
          : sql`${tables.visit.leftAt} is not null`,
    ),
  )

/** SQL for a visit's length, until now if it is ongoing. */
const lengthOf = ({ clock }: Scope) =>
  sql<number>`extract(epoch from coalesce(${tables.visit.leftAt}, ${clock.now()}::timestamptz)
    - ${tables.visit.enteredAt})::float8`

const visitsOrder = (scope: Scope, sort: VisitFilter['sort']): SQL[] =>
  orderOf(
    scope,
    sort,
    { enteredAt: tables.visit.enteredAt, seconds: lengthOf(scope) },
    tables.visit.id,
    [sql`${tables.visit.enteredAt} desc`, sql`${tables.visit.id} desc`],
  )

const selectVisits = (scope: Scope, where: SQL) =>
  scope.db
    .select({
      id: tables.visit.id,
      equipment: { id: tables.equipment.id, name: tables.equipment.name },
      typeName: tables.equipmentType.name,
      floorId: tables.floor.id,
      floorName: shownName(scope, tables.floor),
      buildingName: shownName(scope, tables.building),
      roomId: tables.room.id,
      areaId: tables.area.id,
      roomName: sql<string>`coalesce(${shownName(scope, tables.room)}, ${tables.area.name})`,
      enteredAt: tables.visit.enteredAt,
      leftAt: tables.visit.leftAt,
      seconds: lengthOf(scope),
    })
    .from(tables.visit)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.visit.equipmentId))
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(tables.room, inRoom)
    .leftJoin(tables.area, inArea)
    .innerJoin(
      tables.floor,
      and(
        eq(tables.floor.companyId, tables.visit.companyId),
        sql`${tables.floor.id} = coalesce(${tables.room.floorId}, ${tables.area.floorId})`,
      ),
    )
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .where(where)
    .$dynamic()

export async function listVisits(scope: Scope, { limit, offset, ...asked }: VisitQuestion) {
  const where = visitsWhere(scope, asked)
  const [total] = await scope.db
    .select({ count })
    .from(tables.visit)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.visit.equipmentId))
    .leftJoin(tables.room, inRoom)
    .leftJoin(tables.area, inArea)
    .where(where)
  const rows = await selectVisits(scope, where)
    .orderBy(...visitsOrder(scope, asked.sort))
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

const exportColumns = [
  column('equipment', 'field_equipment'),
  column('type', 'field_type'),
  column('building', 'building'),
  column('floor', 'floor'),
  column('zone', 'zone'),
  column('enteredAt', 'enteredAt'),
  column('leftAt', 'leftAt'),
  column('minutes', 'minutes'),
]

export const visitExport: ExportSource<VisitFilter> = {
  async open(scope, question) {
    return {
      ...(await idsInParts(scope, {
        table: tables.visit,
        joins: sql`join ${tables.equipment} on ${joinOn(tables.equipment, tables.visit.equipmentId)}
          left join ${tables.room} on ${inRoom} left join ${tables.area} on ${inArea}`,
        where: visitsWhere(scope, question),
        order: visitsOrder(scope, question.sort),
      })),
      columns: exportColumns,
      async read(inner, part) {
        const where = and(visitsWhere(inner, {}), isIn(tables.visit.id, part))
        const found = await selectVisits(inner, where ?? sql`true`)
        return inOrderOf(part, found, ({ id }) => id).map((row) => [
          row.equipment.name,
          row.typeName,
          row.buildingName,
          row.floorName,
          row.roomName,
          { at: +row.enteredAt },
          instantCell(row.leftAt),
          Math.round(Math.max(0, row.seconds) / 6) / 10,
        ])
      },
    }
  },
}

/** Zones with their equipment. Includes empty zones, because emptiness is information too. */
export async function listOccupancy(
  { db, from: rights, clock, actor, actor: { companyId } }: Scope,
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
  const zone = which === 'areas' ? tables.area : tables.room
  const zoneId = which === 'areas' ? areaId : roomId
  const [begin, end] = [new Date(from), new Date(to)]
  const lasted = sql`extract(epoch from coalesce(${tables.visit.leftAt}, ${now}::timestamptz)
    - ${tables.visit.enteredAt})`
  const within = sql`extract(epoch from
    least(coalesce(${tables.visit.leftAt}, ${now}::timestamptz), ${end.toISOString()}::timestamptz)
    - greatest(${tables.visit.enteredAt}, ${begin.toISOString()}::timestamptz))`
  const inSpan: SQL | undefined = and(
    lt(tables.visit.enteredAt, end),
    or(isNull(tables.visit.leftAt), gt(tables.visit.leftAt, begin)),
  )
  const of = db
    .select({
      zoneId: tables.visit.zoneId,
      now: sql<number>`count(*) filter (where ${tables.visit.leftAt} is null)::int`.as('now_there'),
      visits: sql<number>`count(*) filter (where ${inSpan})::int`.as('visits'),
      averageSeconds: sql<
        number | null
      >`avg(${lasted}) filter (where ${inSpan} and ${tables.visit.leftAt} is not null)::float8`.as(
        'average_seconds',
      ),
      longestSeconds: sql<number | null>`max(${lasted}) filter (where ${inSpan})::float8`.as(
        'longest_seconds',
      ),
      seconds: sql<number>`coalesce(sum(${within}) filter (where ${inSpan}), 0)::float8`.as(
        'seconds_within',
      ),
    })
    .from(tables.visit)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.visit.equipmentId))
    .where(
      ofCompany(
        tables.visit,
        companyId,
        eq(tables.visit.kind, which === 'areas' ? 'area' : 'room'),
        zoneId === undefined ? undefined : eq(tables.visit.zoneId, zoneId),
        or(isNull(tables.visit.leftAt), gt(tables.visit.leftAt, begin)),
        rights.equipment(
          equipmentTypeId === undefined ? undefined : eq(tables.equipment.typeId, equipmentTypeId),
          equipmentId === undefined ? undefined : eq(tables.equipment.id, equipmentId),
        ),
      ),
    )
    .groupBy(tables.visit.zoneId)
    .as('of_room')
  const zoneName =
    which === 'areas' ? sql<string>`${tables.area.name}` : shownName({ actor }, tables.room)
  const floorName = shownName({ actor }, tables.floor)
  const where = ofCompany(
    zone,
    companyId,
    which === 'areas' ? undefined : eq(tables.room.kind, 'room'),
    zoneId === undefined ? undefined : eq(zone.id, zoneId),
    floorId === undefined ? undefined : eq(zone.floorId, floorId),
    searchIn(
      which === 'areas'
        ? folded(sql`${zoneName} || ' ' || ${floorName}`)
        : folded(
            sql`${zoneName} || ' ' || coalesce(${tables.room.code}, '') || ' ' || ${floorName}`,
          ),
      search,
    ),
  )
  const [total] = await db
    .select({ count })
    .from(zone)
    .innerJoin(tables.floor, joinOn(tables.floor, zone.floorId))
    .where(where)
  const rows = await db
    .select({
      id: sql<number>`${zone.id}`,
      name: zoneName,
      floorId: tables.floor.id,
      floorName,
      buildingName: shownName({ actor }, tables.building),
      now: sql<number>`coalesce(${of.now}, 0)`,
      visits: sql<number>`coalesce(${of.visits}, 0)`,
      averageSeconds: of.averageSeconds,
      longestSeconds: of.longestSeconds,
      seconds: sql<number>`coalesce(${of.seconds}, 0)`,
    })
    .from(zone)
    .innerJoin(tables.floor, joinOn(tables.floor, zone.floorId))
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .leftJoin(of, eq(of.zoneId, zone.id))
    .where(where)
    .orderBy(
      ...orderOf(
        { actor },
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

/** A visit to a location or to what is inside it, in its building, floor or room. */
export function isVisitTo(companyId: Id<'company'>, locationId: Id<'location'>): SQL {
  const inside = (
    column:
      | typeof tables.room.locationId
      | typeof tables.floor.locationId
      | typeof tables.building.locationId,
  ) =>
    sql`exists (select from location where location.company_id = ${companyId}
      and location.id = ${column} and location.path @> array[${locationId}]::int[])`
  const chain = sql`(select ${tables.floor.id} from ${tables.floor} join ${tables.building}
    on ${tables.building.companyId} = ${tables.floor.companyId} and ${tables.building.id} = ${tables.floor.buildingId}
    where ${tables.floor.companyId} = ${companyId}
    and (${inside(tables.floor.locationId)} or ${inside(tables.building.locationId)}))`
  return sql`((${tables.visit.kind} = 'building' and ${tables.visit.zoneId} in (select ${tables.building.id}
      from ${tables.building} where ${tables.building.companyId} = ${companyId}
      and ${inside(tables.building.locationId)}))
    or (${tables.visit.kind} = 'floor' and ${tables.visit.zoneId} in ${chain})
    or (${tables.visit.kind} = 'room' and ${tables.visit.zoneId} in (select ${tables.room.id} from ${tables.room}
      where ${tables.room.companyId} = ${companyId}
      and (${tables.room.floorId} in ${chain} or ${inside(tables.room.locationId)}))))`
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
  const place =
    areaId === null
      ? locationId === null
        ? undefined
        : isVisitTo(companyId, locationId)
      : and(eq(tables.visit.kind, 'area'), eq(tables.visit.zoneId, areaId))
  const rows = await db
    .select({
      equipmentId: tables.visit.equipmentId,
      name: tables.equipment.name,
      enteredAt: tables.visit.enteredAt,
      leftAt: tables.visit.leftAt,
    })
    .from(tables.visit)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.visit.equipmentId))
    .where(
      ofCompany(
        tables.visit,
        companyId,
        kind === 'idle' && areaId === null ? eq(tables.visit.kind, 'room') : undefined,
        or(isNull(tables.visit.leftAt), gte(tables.visit.leftAt, since)),
        equipmentTypeId === null ? undefined : eq(tables.equipment.typeId, equipmentTypeId),
        place,
        from.equipment(),
      ),
    )
    .orderBy(sql`${tables.visit.leftAt} desc nulls first`, sql`${tables.visit.id} desc`)
    .limit(most)
  return rows.map(({ enteredAt, leftAt, ...row }) => ({
    ...row,
    from: enteredAt.getTime(),
    to: leftAt?.getTime() ?? null,
  }))
}
