/** Where movable equipment was seen last, and in which zones, whatever wrote the position. */
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { makeAreaLookup, type AreasAt } from '#contract/positioning/areasAt.ts'
import type { Sighting, Zone } from '#contract/positioning/visits.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'

interface Row {
  equipmentId: Id<'equipment'>
  sighting: Sighting
}

export const movableOf = (companyId: Id<'company'>) => [
  ofCompany(tables.lastPosition, companyId),
  eq(tables.equipment.isStatic, false),
  isNull(tables.equipment.deletedAt),
]

/** Movable equipment on the map. Fixed equipment has no visits. */
export async function sightings(
  { db, actor: { companyId } }: Scope,
  which: SQL,
  areasAt: AreasAt,
): Promise<Row[]> {
  const rows = await db
    .select({
      equipmentId: tables.lastPosition.equipmentId,
      roomId: tables.lastPosition.roomId,
      longitude: tables.lastPosition.longitude,
      latitude: tables.lastPosition.latitude,
      floorId: tables.lastPosition.floorId,
      buildingId: tables.floor.buildingId,
      at: tables.lastPosition.at,
      method: tables.lastPosition.method,
    })
    .from(tables.lastPosition)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.lastPosition.equipmentId))
    .innerJoin(tables.floor, joinOn(tables.floor, tables.lastPosition.floorId))
    .where(and(...movableOf(companyId), which))
  const yieldToLoop = makeYielder()
  const seen: Row[] = []
  for (const { equipmentId, at, method, ...place } of rows) {
    await yieldToLoop()
    const zones = [...zonesOf(place), ...areasAt.at(place.floorId, place)]
    seen.push({
      equipmentId,
      sighting: {
        at: at.getTime(),
        zones,
        isPlaced: method === 'placed',
        drawnAt: areasAt.drawnAt,
      },
    })
  }
  return seen
}

export const zonesOf = ({
  buildingId,
  floorId,
  roomId,
}: {
  buildingId: number
  floorId: number
  roomId: number | null
}): Zone[] => [
  { kind: 'building', id: buildingId, buildingId },
  { kind: 'floor', id: floorId, buildingId },
  ...(roomId === null ? [] : [{ kind: 'room' as const, id: roomId, buildingId }]),
]

export async function markOfAreas({ db, actor: { companyId } }: Scope): Promise<string> {
  const [mark] = await db
    .select({
      of: sql<string>`count(*) || ' ' || coalesce(max(${tables.area.id}), 0) || ' '
        || coalesce(sum(${tables.area.version}), 0)`,
    })
    .from(tables.area)
    .where(ofCompany(tables.area, companyId))
  return mark?.of ?? ''
}

export async function areasOf({ db, actor: { companyId } }: Scope): Promise<AreasAt> {
  const rows = await db
    .select({
      id: tables.area.id,
      floorId: tables.area.floorId,
      buildingId: tables.floor.buildingId,
      outline: tables.area.outline,
      drawnAt: tables.area.drawnAt,
    })
    .from(tables.area)
    .innerJoin(tables.floor, joinOn(tables.floor, tables.area.floorId))
    .where(ofCompany(tables.area, companyId))
  return makeAreaLookup(rows.map(({ drawnAt, ...row }) => ({ ...row, drawnAt: drawnAt.getTime() })))
}
