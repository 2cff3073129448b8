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
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { nameFor, shownName } from '#kernel/data/shownName.ts'
import { runInSlices } from '#kernel/work/yieldToEventLoop.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named, type Readable } from '#kernel/events/journal.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { refuseWithAreas } from './drawnOn.ts'

export async function allBuildings(
  { db, from, actor, actor: { companyId } }: Scope,
  only?: Id<'building'>,
): Promise<z.input<typeof buildingShape>[]> {
  const rows = await db
    .select({
      building: tables.building,
      locationName: tables.location.name,
      figures: tables.surveyResult.figures,
    })
    .from(tables.building)
    .leftJoin(
      tables.surveyResult,
      and(
        eq(tables.surveyResult.companyId, tables.building.companyId),
        eq(tables.surveyResult.buildingId, tables.building.id),
      ),
    )
    .leftJoin(
      tables.location,
      and(
        eq(tables.location.companyId, tables.building.companyId),
        eq(tables.location.id, tables.building.locationId),
        from.ever.locations(),
      ),
    )
    .where(
      ofCompany(
        tables.building,
        companyId,
        only === undefined ? undefined : eq(tables.building.id, only),
      ),
    )
    .orderBy(byName({ actor }, tables.building.name), asc(tables.building.id))
  const floors = await db
    .select({
      id: tables.floor.id,
      buildingId: tables.floor.buildingId,
      name: shownName({ actor }, tables.floor),
      shortName: tables.floor.shortName,
      ordinal: tables.floor.ordinal,
    })
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId))
    .orderBy(asc(tables.floor.ordinal), asc(tables.floor.id))
  const inside = groupBy(floors, ({ buildingId }) => buildingId)
  return rows.map(({ building: house, locationName, figures }) => ({
    id: house.id,
    name: nameFor({ actor }, house),
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
  if (!found) throw refuseNotFound('building')
  return found
}

export async function oneFloor(
  { db, from, actor, actor: { companyId } }: Scope,
  id: Id<'floor'>,
): Promise<z.input<typeof floorShape>> {
  const [found] = await db
    .select()
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, id)))
  if (!found) throw refuseNotFound('floor')
  const rooms = await db
    .select({
      room: tables.room,
      locationName: tables.location.name,
      locationType: tables.locationType.name,
    })
    .from(tables.room)
    .leftJoin(
      tables.location,
      and(
        eq(tables.location.companyId, tables.room.companyId),
        eq(tables.location.id, tables.room.locationId),
        from.ever.locations(),
      ),
    )
    .leftJoin(tables.locationType, joinOn(tables.locationType, tables.location.typeId))
    .where(ofCompany(tables.room, companyId, eq(tables.room.floorId, id)))
    .orderBy(asc(tables.room.id))
  return {
    id: found.id,
    name: nameFor({ actor }, found),
    shortName: found.shortName,
    ordinal: found.ordinal,
    buildingId: found.buildingId,
    outline: found.outline,
    parts: found.parts,
    rooms: rooms.map(({ room: one, locationName, locationType: type }) => ({
      id: one.id,
      name: nameFor({ actor }, one),
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
    .select({ path: tables.location.path })
    .from(tables.location)
    .where(from.locations(eq(tables.location.id, id)))
  if (!seen) throw refuseNotFound('location')
  const visible = await db
    .select({ id: tables.location.id })
    .from(tables.location)
    .where(from.locations(sql`${tables.location.id} = any(${intArray(seen.path)})`))
  const ids = visible.map((one) => one.id)
  const [asRoom] = await db
    .select({
      floorId: tables.room.floorId,
      roomId: tables.room.id,
      locationId: tables.location.id,
      path: tables.location.path,
    })
    .from(tables.room)
    .innerJoin(tables.location, joinOn(tables.location, tables.room.locationId))
    .where(ofCompany(tables.room, companyId, inArray(tables.room.locationId, ids)))
    .orderBy(sql`cardinality(${tables.location.path}) desc`, asc(tables.room.id))
    .limit(1)
  const isOfFloor = sql`${tables.location.id} = ${tables.floor.locationId}`
  const [asFloor] = await db
    .select({
      floorId: tables.floor.id,
      locationId: tables.location.id,
      path: tables.location.path,
    })
    .from(tables.floor)
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .innerJoin(
      tables.location,
      and(
        eq(tables.location.companyId, tables.floor.companyId),
        inArray(tables.location.id, ids),
        or(isOfFloor, eq(tables.location.id, tables.building.locationId)),
      ),
    )
    .where(ofCompany(tables.floor, companyId))
    .orderBy(
      sql`cardinality(${tables.location.path}) desc, (${isOfFloor}) desc nulls last`,
      sql`abs(${tables.floor.ordinal}), ${tables.floor.id}`,
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
      .select({ id: tables.location.id })
      .from(tables.location)
      .where(scope.from.locations(eq(tables.location.id, locationId)))
    if (seen.length === 0) throw refuseNotFound('location', 'body.locationId')
  }
  if (name !== undefined || locationId !== undefined) {
    await scope.db
      .update(tables.building)
      .set({
        // The form shows the name in the reader's language. A changed name applies to every
        // language.
        ...(name !== undefined && name !== before.name && { name, names: {} }),
        ...(locationId !== undefined && { locationId }),
        updatedAt: scope.clock.now(),
      })
      .where(ofCompany(tables.building, scope.actor.companyId, eq(tables.building.id, id)))
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
    .delete(tables.building)
    .where(ofCompany(tables.building, scope.actor.companyId, eq(tables.building.id, id)))
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
    .select({
      id: tables.floor.id,
      updatedAt: tables.floor.updatedAt,
      ordinal: tables.floor.ordinal,
    })
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.buildingId, buildingId)))
    .orderBy(asc(tables.floor.ordinal))
  const keyOf = (row: (typeof rows)[number]) => `${companyId}:${row.id}:${row.updatedAt.getTime()}`
  const missing = rows.filter((row) => !grids.has(keyOf(row)))
  if (missing.length > 0) {
    const drawn = await db
      .select()
      .from(tables.floor)
      .where(
        ofCompany(
          tables.floor,
          companyId,
          inArray(
            tables.floor.id,
            missing.map(({ id }) => id),
          ),
        ),
      )
    const rooms = groupBy(
      await db
        .select()
        .from(tables.room)
        .where(
          ofCompany(
            tables.room,
            companyId,
            inArray(
              tables.room.floorId,
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
        ? await runInSlices(gridSteps({ outline: plan.outline, parts: plan.parts, rooms: inside }))
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
