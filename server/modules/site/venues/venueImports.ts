/**
 * Venue imports: upload, preview, apply. Applying the same file again updates differences and
 * duplicates nothing.
 */
import { asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import {
  idByPlace,
  namedRooms,
  type PlannedBuilding,
  type PlannedFloor,
} from '#contract/venue/plan.ts'
import { isRestricted } from '#contract/venue/roomUse.ts'
import { samenessOf } from '#contract/venue/samePlan.ts'
import { roomsRemovedBy, type venueImport as shape } from '#contract/venue/venueImports.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'

import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'
import { isIfc, readIfcTask } from './ifc/inProcess.ts'
import { readVenueTask } from './inThread.ts'
import { writeFloor, type Tally } from './writeFloor.ts'

const MAXIMUM = 60 * 1024 * 1024

export async function readFiles(
  kernel: Pick<Kernel, 'threads'>,
  scope: Scope,
  wire: Wire,
  { latitude, longitude }: { latitude?: number | undefined; longitude?: number | undefined },
): Promise<z.input<typeof shape>> {
  if ((latitude === undefined) !== (longitude === undefined))
    throw badInput(
      latitude === undefined ? 'params.latitude' : 'params.longitude',
      'required',
      'Send latitude and longitude, or none of them.',
    )
  const at = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
  const upload = await wire.upload(MAXIMUM)
  const chunks: Buffer[] = []
  // a byte stream
  for await (const chunk of upload.bytes) chunks.push(Buffer.from(chunk as Uint8Array))
  if (upload.tooLarge())
    throw badInput('body.file', 'tooLarge', 'The file is too large: at most 60 MB.')
  const bytes = Buffer.concat(chunks)
  const read = await kernel.threads.run(
    isIfc(bytes) ? readIfcTask : readVenueTask,
    scope.actor.companyId,
    { name: upload.name, bytes, at },
  )
  return scope.transaction(async (inside) => {
    const [made] = await inside.db
      .insert(tables.venueImport)
      .values({
        companyId: inside.actor.companyId,
        fileName: upload.name,
        ...read,
        createdAt: inside.clock.now(),
      })
      .returning()
    if (!made) throw new Error('The plan was not kept')
    return viewOf(inside, made)
  })
}

/** `isHeld` locks the row: concurrent callers wait. */
export async function oneImport({ db, actor }: Scope, id: Id<'venueImport'>, isHeld = false) {
  const asked = db
    .select()
    .from(tables.venueImport)
    .where(ofCompany(tables.venueImport, actor.companyId, eq(tables.venueImport.id, id)))
  const [found] = await (isHeld ? asked.for('update') : asked)
  if (!found) throw notThere('venue import')
  return found
}

export async function viewOf(
  scope: Scope,
  row: typeof tables.venueImport.$inferSelect,
): Promise<z.input<typeof shape>> {
  const known = await knownOf(scope, row.plan.buildings)
  const rooms = await roomsOn(
    scope,
    row.plan.buildings.flatMap((house) =>
      house.floors.flatMap((level) => known.floor(house, level)?.id ?? []),
    ),
  )
  return {
    id: row.id,
    fileName: row.fileName,
    createdAt: row.createdAt.toISOString(),
    appliedAt: row.appliedAt?.toISOString() ?? null,
    isUndoable: row.done !== null,
    equipment: row.register?.rows ?? 0,
    faultCount: row.faultCount,
    faults: row.faults,
    features: row.plan.features ?? [],
    assumed: row.plan.assumed ?? [],
    buildings: row.plan.buildings.map((house) => ({
      name: house.name,
      longitude: house.longitude,
      latitude: house.latitude,
      isKnown: known.building(house) !== undefined,
      isFar: known.isFar(house),
      floors: house.floors.map((level) => {
        const stands = known.floor(house, level)
        const planned = new Set(level.rooms.map(({ externalId }) => externalId))
        const goes = (stands ? (rooms.get(stands.id) ?? []) : []).filter(
          ({ externalId }) => externalId === null || !planned.has(externalId),
        )
        return {
          name: level.name,
          shortName: level.shortName,
          ordinal: level.ordinal,
          isKnown: stands !== undefined,
          rooms: level.rooms.length,
          walls: level.parts.filter(({ kind }) => kind === 'wall').length,
          doors: level.parts.filter(({ kind }) => kind === 'door').length,
          restricted: level.rooms.filter(({ category }) => isRestricted(category ?? null)).length,
          removed: namedRooms(goes),
          unreached: level.unreached ?? namedRooms([]),
        }
      }),
    })),
  }
}

async function roomsOn({ db, actor }: Scope, floors: readonly Id<'floor'>[]) {
  const found =
    floors.length === 0
      ? []
      : await db
          .select({
            floorId: tables.room.floorId,
            name: tables.room.name,
            externalId: tables.room.externalId,
          })
          .from(tables.room)
          .where(ofCompany(tables.room, actor.companyId, inArray(tables.room.floorId, [...floors])))
          .orderBy(byName({ actor }, tables.room.name), asc(tables.room.id))
  return groupBy(found, ({ floorId }) => floorId)
}

async function knownOf({ db, actor: { companyId } }: Scope, houses: readonly PlannedBuilding[]) {
  const standing = await db
    .select({
      id: tables.building.id,
      name: tables.building.name,
      names: tables.building.names,
      externalId: tables.building.externalId,
      longitude: tables.building.longitude,
      latitude: tables.building.latitude,
      outline: tables.building.outline,
    })
    .from(tables.building)
    .where(ofCompany(tables.building, companyId, isNotNull(tables.building.externalId)))
    .orderBy(asc(tables.building.id))
  const floors = await db
    .select({
      id: tables.floor.id,
      buildingId: tables.floor.buildingId,
      externalId: tables.floor.externalId,
      ordinal: tables.floor.ordinal,
    })
    .from(tables.floor)
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .where(ofCompany(tables.floor, companyId, isNotNull(tables.building.externalId)))
  const rooms = groupBy(
    await db
      .select({
        buildingId: tables.floor.buildingId,
        ordinal: tables.floor.ordinal,
        longitude: tables.room.longitude,
        latitude: tables.room.latitude,
      })
      .from(tables.room)
      .innerJoin(tables.floor, joinOn(tables.floor, tables.room.floorId))
      .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
      .where(ofCompany(tables.room, companyId, isNotNull(tables.building.externalId))),
    ({ buildingId }) => buildingId,
  )
  const judged = new Map(
    houses.map((house) => {
      const all = standing.map((one) => ({
        one,
        is: samenessOf(house, { ...one, rooms: rooms.get(one.id) ?? [] }),
      }))
      return [
        house,
        {
          same: all.find(({ is }) => is === 'same')?.one,
          isFar: all.some(({ is }) => is === 'far'),
        },
      ]
    }),
  )
  const findBuilding = (house: PlannedBuilding) => judged.get(house)?.same
  const taken = new Set(standing.map(({ externalId }) => externalId))
  return {
    building: findBuilding,
    isFar: (house: PlannedBuilding) => judged.get(house)?.isFar === true,
    /** By external id, or by location on the ground: drawn buildings have no external id. */
    idOf: (house: PlannedBuilding) =>
      findBuilding(house)?.externalId ?? house.externalId ?? idByPlace(house.outline, taken),
    floor: (house: PlannedBuilding, level: PlannedFloor) => {
      const own = floors.filter(({ buildingId }) => buildingId === findBuilding(house)?.id)
      const named = new Set(house.floors.map(({ externalId }) => externalId))
      return (
        own.find(({ externalId }) => externalId === level.externalId) ??
        own.find(
          ({ externalId, ordinal }) => ordinal === level.ordinal && !named.has(externalId ?? ''),
        )
      )
    },
  }
}

/**
 * `removes`: number of rooms to be removed that the user saw in the preview. `confirms`: the user
 * has confirmed what the reader assumed.
 */
export async function apply(
  scope: Scope,
  id: Id<'venueImport'>,
  {
    removes: shown,
    confirms,
  }: { removes?: number | undefined; confirms?: boolean | undefined } = {},
): Promise<Tally & { buildingIds: Id<'building'>[] }> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const row = await oneImport(scope, id, true)
  // Applying it again would lose the former state, and with it the undo.
  if (row.done !== null)
    throw conflict('This plan is taken over already.', [
      { path: 'params.id', code: 'takenOverAlready', message: 'import' },
    ])
  if (row.plan.buildings.length === 0)
    throw badInput('params.id', 'noFloors', 'There is no floor in these files.')
  if ((row.plan.assumed ?? []).length > 0 && confirms !== true)
    throw badInput('body.confirms', 'required', 'Confirm first what the plan leaves open.')
  const known = await knownOf(scope, row.plan.buildings)
  const far = row.plan.buildings.find((house) => known.isFar(house))
  if (far)
    throw badInput(
      'params.id',
      'planFarAway',
      'The building that this plan speaks of stands far from where the plan lies.',
    )
  if (shown !== undefined && roomsRemovedBy(await viewOf(scope, row)) !== shown)
    throw conflict('This plan would remove other rooms than were shown. Look at it again.', [
      { path: 'body.removes', code: 'planRemovesMore', message: String(shown) },
    ])
  const tally: Tally = { created: 0, updated: 0, removed: 0 }
  const buildingIds: Id<'building'>[] = []
  const did: tables.ImportDone = { buildings: [], floors: [] }
  for (const house of row.plan.buildings) {
    const { floors, ...plain } = house
    const facts = { ...plain, names: plain.names ?? {}, externalId: known.idOf(house) }
    const old = known.building(house)
    const [building] = old
      ? await db
          .update(tables.building)
          .set({ ...facts, updatedAt: clock.now() })
          .where(ofCompany(tables.building, companyId, eq(tables.building.id, old.id)))
          .returning()
      : await db
          .insert(tables.building)
          .values({ ...facts, companyId })
          .returning()
    if (!building) throw new Error('The building was not kept')
    tally[old ? 'updated' : 'created'] += 1
    buildingIds.push(building.id)
    const { name, names, longitude, latitude, outline } = old ?? building
    did.buildings.push({
      id: building.id,
      before: old ? { name, names, longitude, latitude, outline } : null,
    })
    for (const { unreached: _told, ...level } of floors) {
      const floorId = known.floor(house, level)?.id
      const done = await writeFloor(
        scope,
        { buildingId: building.id, floorId, how: 'imported' },
        {
          ...level,
          names: level.names ?? {},
          rooms: level.rooms.map((one) => ({ ...one, names: one.names ?? {} })),
        },
      )
      did.floors.push({ id: done.floorId, before: done.before, after: done.number })
      for (const key of ['created', 'updated', 'removed'] as const) tally[key] += done[key]
    }
    await scope.journal({
      entity: 'building',
      id: building.id,
      name: building.name,
      before: old ? { name: building.name, import: null } : null,
      after: { name: building.name, import: row.fileName, floors: floors.length },
    })
  }
  await db
    .update(tables.venueImport)
    .set({ appliedAt: clock.now(), done: did })
    .where(ofCompany(tables.venueImport, companyId, eq(tables.venueImport.id, id)))
  return { ...tally, buildingIds }
}
