/** Maps buildings and floors to the contract, and builds walking grids. */
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type {
  building as buildingShape,
  drawnPlace,
  floor as floorShape,
} from '#contract/rtls/rtlsShapes.ts'
import { isRestricted, useOfRoom } from '#contract/venue/roomUse.ts'
import type { RoomKind } from '#contract/venue/shapes.ts'
import { connectorsOf, type Connector } from '#contract/venue/reach.ts'
import { gridSteps, type Grid } from '#contract/venue/walking.ts'
import { doorwaysOf, type Doorway } from '#contract/venue/way.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { building, floor, location, locationType, room, surveyResult } from '#db/schema/index.ts'
import { inSlices } from '#kernel/work/yieldToEventLoop.ts'
import { notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named, type Readable } from '#kernel/events/journal.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { refuseWithAreas } from './drawnOn.ts'

export async function allBuildings(
  { db, from, actor: { companyId } }: Scope,
  only?: Id<'building'>,
): Promise<z.input<typeof buildingShape>[]> {
  const rows = await db
    .select({ building, locationName: location.name, figures: surveyResult.figures })
    .from(building)
    .leftJoin(
      surveyResult,
      and(eq(surveyResult.companyId, building.companyId), eq(surveyResult.buildingId, building.id)),
    )
    .leftJoin(
      location,
      and(
        eq(location.companyId, building.companyId),
        eq(location.id, building.locationId),
        from.ever.locations(),
      ),
    )
    .where(
      and(
        eq(building.companyId, companyId),
        only === undefined ? undefined : eq(building.id, only),
      ),
    )
    .orderBy(asc(building.name), asc(building.id))
  const floors = await db
    .select({
      id: floor.id,
      buildingId: floor.buildingId,
      name: floor.name,
      shortName: floor.shortName,
      ordinal: floor.ordinal,
    })
    .from(floor)
    .where(eq(floor.companyId, companyId))
    .orderBy(asc(floor.ordinal))
  const inside = groupBy(floors, ({ buildingId }) => buildingId)
  return rows.map(({ building: house, locationName, figures }) => ({
    id: house.id,
    name: house.name,
    location:
      house.locationId === null || locationName === null
        ? null
        : { id: house.locationId, name: locationName },
    longitude: house.longitude,
    latitude: house.latitude,
    outline: house.outline,
    surroundings: house.surroundings,
    isAccuracyMeasured: figures?.isMeasured ?? false,
    floors: (inside.get(house.id) ?? []).map(({ buildingId: _building, ...mark }) => mark),
  }))
}

async function oneBuilding(scope: Scope, id: Id<'building'>) {
  const [found] = await allBuildings(scope, id)
  if (!found) throw notThere('building')
  return found
}

export async function oneFloor(
  { db, from, actor: { companyId } }: Scope,
  id: Id<'floor'>,
): Promise<z.input<typeof floorShape>> {
  const [found] = await db
    .select()
    .from(floor)
    .where(and(eq(floor.companyId, companyId), eq(floor.id, id)))
  if (!found) throw notThere('floor')
  const rooms = await db
    .select({ room, locationName: location.name, locationType: locationType.name })
    .from(room)
    .leftJoin(
      location,
      and(
        eq(location.companyId, room.companyId),
        eq(location.id, room.locationId),
        from.ever.locations(),
      ),
    )
    .leftJoin(locationType, joinOn(locationType, location.typeId))
    .where(and(eq(room.companyId, companyId), eq(room.floorId, id)))
    .orderBy(asc(room.id))
  return {
    id: found.id,
    name: found.name,
    shortName: found.shortName,
    ordinal: found.ordinal,
    buildingId: found.buildingId,
    outline: found.outline,
    parts: found.parts,
    rooms: rooms.map(({ room: one, locationName, locationType: type }) => ({
      id: one.id,
      name: one.name,
      code: one.code,
      kind: one.kind,
      use: useOfRoom({ ...one, locationType: type }),
      ...(isRestricted(one.category) && { isRestricted: true }),
      outline: one.outline,
      longitude: one.longitude,
      latitude: one.latitude,
      location:
        one.locationId === null || locationName === null
          ? null
          : { id: one.locationId, name: locationName },
    })),
  }
}

/**
 * Where a location is drawn: its room, its floor, or the entrance floor of its building. If no plan
 * shows it, the nearest visible ancestor that is drawn.
 */
export async function placeOfLocation(
  { db, from, actor: { companyId } }: Scope,
  id: Id<'location'>,
): Promise<z.input<typeof drawnPlace>> {
  const [seen] = await db
    .select({ path: location.path })
    .from(location)
    .where(from.locations(eq(location.id, id)))
  if (!seen) throw notThere('location')
  const visible = await db
    .select({ id: location.id })
    .from(location)
    .where(from.locations(sql`${location.id} = any(${intArray(seen.path)})`))
  const ids = visible.map((one) => one.id)
  const [asRoom] = await db
    .select({
      floorId: room.floorId,
      roomId: room.id,
      locationId: location.id,
      path: location.path,
    })
    .from(room)
    .innerJoin(location, joinOn(location, room.locationId))
    .where(and(eq(room.companyId, companyId), inArray(room.locationId, ids)))
    .orderBy(sql`cardinality(${location.path}) desc`, asc(room.id))
    .limit(1)
  const isOfFloor = sql`${location.id} = ${floor.locationId}`
  const [asFloor] = await db
    .select({ floorId: floor.id, locationId: location.id, path: location.path })
    .from(floor)
    .innerJoin(building, joinOn(building, floor.buildingId))
    .innerJoin(
      location,
      and(
        eq(location.companyId, floor.companyId),
        inArray(location.id, ids),
        or(isOfFloor, eq(location.id, building.locationId)),
      ),
    )
    .where(eq(floor.companyId, companyId))
    .orderBy(
      sql`cardinality(${location.path}) desc, (${isOfFloor}) desc nulls last`,
      sql`abs(${floor.ordinal}), ${floor.id}`,
    )
    .limit(1)
  const isRoomNearer = asRoom && (!asFloor || asRoom.path.length >= asFloor.path.length)
  const nearest = isRoomNearer ? asRoom : asFloor
  return {
    floorId: nearest?.floorId ?? null,
    roomId: isRoomNearer ? asRoom.roomId : null,
    isAbove: nearest !== undefined && nearest.locationId !== id,
  }
}

export async function renameBuilding(
  scope: Scope,
  id: Id<'building'>,
  {
    name,
    locationId: wished,
  }: { name?: string | undefined; locationId?: Id<'location'> | null | undefined },
) {
  const before = await oneBuilding(scope, id)
  // A caller who may not see the location reads null; sending null back must not clear it.
  const locationId = wished === null && before.location === null ? undefined : wished
  if (locationId) {
    const seen = await scope.db
      .select({ id: location.id })
      .from(location)
      .where(scope.from.locations(eq(location.id, locationId)))
    if (seen.length === 0) throw notThere('location', 'body.locationId')
  }
  if (name !== undefined || locationId !== undefined) {
    await scope.db
      .update(building)
      .set({
        ...(name !== undefined && { name }),
        ...(locationId !== undefined && { locationId }),
        updatedAt: scope.clock.now(),
      })
      .where(and(eq(building.companyId, scope.actor.companyId), eq(building.id, id)))
  }
  const after = await oneBuilding(scope, id)
  await scope.journal({
    entity: 'building',
    id,
    name: after.name,
    before: journalFields(before),
    after: journalFields(after),
  })
  return after
}

const journalFields = (house: Awaited<ReturnType<typeof oneBuilding>>): Readable<'building'> => ({
  name: house.name,
  location: named('location', house.location),
})

export async function deleteBuilding(scope: Scope, id: Id<'building'>): Promise<void> {
  const before = await oneBuilding(scope, id)
  await refuseWithAreas(
    scope,
    before.floors.map((one) => one.id as Id<'floor'>),
  )
  await scope.db
    .delete(building)
    .where(and(eq(building.companyId, scope.actor.companyId), eq(building.id, id)))
  await scope.journal({
    entity: 'building',
    id,
    name: before.name,
    before: { name: before.name, floors: before.floors.length },
    after: null,
  })
}

export interface WalkableFloor {
  id: Id<'floor'>
  buildingId: Id<'building'>
  ordinal: number
  grid: Grid
  /** Stairs, lifts and other connections between floors. */
  connectors: Connector[]
  doorways: Doorway[]
  kinds: ReadonlyMap<number, RoomKind>
}

/** Cached: a grid costs some milliseconds and changes only with its floor. */
const grids = new Map<string, WalkableFloor | null>()

export async function walkableFloors(
  { db, actor: { companyId } }: Pick<Scope, 'db' | 'actor'>,
  buildingId: Id<'building'>,
): Promise<WalkableFloor[]> {
  const rows = await db
    .select({ id: floor.id, updatedAt: floor.updatedAt, ordinal: floor.ordinal })
    .from(floor)
    .where(and(eq(floor.companyId, companyId), eq(floor.buildingId, buildingId)))
    .orderBy(asc(floor.ordinal))
  const keyOf = (row: (typeof rows)[number]) => `${companyId}:${row.id}:${row.updatedAt.getTime()}`
  const missing = rows.filter((row) => !grids.has(keyOf(row)))
  if (missing.length > 0) {
    const drawn = await db
      .select()
      .from(floor)
      .where(
        and(
          eq(floor.companyId, companyId),
          inArray(
            floor.id,
            missing.map(({ id }) => id),
          ),
        ),
      )
    const rooms = groupBy(
      await db
        .select()
        .from(room)
        .where(
          and(
            eq(room.companyId, companyId),
            inArray(
              room.floorId,
              missing.map(({ id }) => id),
            ),
          ),
        ),
      ({ floorId }) => floorId,
    )
    if (grids.size > 200) grids.clear()
    for (const row of missing) {
      const plan = drawn.find(({ id }) => id === row.id)
      const inside = rooms.get(row.id) ?? []
      const grid = plan
        ? await inSlices(gridSteps({ outline: plan.outline, parts: plan.parts, rooms: inside }))
        : null
      const connectors = connectorsOf(inside)
      grids.set(
        keyOf(row),
        grid && {
          id: row.id,
          buildingId,
          ordinal: row.ordinal,
          grid,
          connectors,
          doorways: doorwaysOf(plan?.parts ?? [], grid.plane),
          kinds: new Map(inside.map(({ id, kind }) => [id, kind])),
        },
      )
    }
  }
  return rows.flatMap((row) => grids.get(keyOf(row)) ?? [])
}
