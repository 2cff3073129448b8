/**
 * Venue imports: upload, preview, apply. Applying the same file again updates differences and
 * duplicates nothing.
 */
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { applyCorrections, type CorrectedFloor } from '#contract/venue/applyCorrections.ts'
import { corrections } from '#contract/venue/corrections.ts'
import { roomsRemovedBy, type venueImport as shape } from '#contract/venue/venueImports.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { refuseStale } from '#kernel/data/updateVersioned.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'
import { isIfc, readIfcTask } from './ifc/inProcess.ts'
import { viewOf } from './importView.ts'
import { readVenueTask } from './inThread.ts'
import { knownOf } from './knownPlaces.ts'
import { writeFloor, type Tally, type WrittenFloor } from './writeFloor.ts'

const MAXIMUM = 60 * 1024 * 1024

export async function readFiles(
  kernel: Pick<Kernel, 'threads'>,
  scope: Scope,
  wire: Wire,
  {
    latitude,
    longitude,
    floorFrom,
  }: {
    latitude?: number | undefined
    longitude?: number | undefined
    floorFrom?: string | undefined
  },
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
  for await (const chunk of upload.bytes) chunks.push(Buffer.from(chunk as Uint8Array))
  if (upload.tooLarge())
    throw badInput('body.file', 'tooLarge', 'The file is too large: at most 60 MB.')
  const bytes = Buffer.concat(chunks)
  const read = await kernel.threads.run(
    isIfc(bytes) ? readIfcTask : readVenueTask,
    scope.actor.companyId,
    { name: upload.name, bytes, at, floorFrom: floorFrom ?? null },
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
  if (!found) throw refuseNotFound('venue import')
  return found
}

/**
 * `removes`: number of rooms to be removed that the user saw in the preview. `confirms`: the user
 * has confirmed what the reader assumed.
 */
export async function applyVenueImport(
  scope: Scope,
  id: Id<'venueImport'>,
  {
    removes: shown,
    version,
    confirms,
  }: {
    removes?: number | undefined
    version?: number | undefined
    confirms?: boolean | undefined
  } = {},
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
  if (version !== undefined) await refuseStale(version, row)
  const houses = applyCorrections(row.plan, corrections.parse(row.corrections)).buildings.filter(
    ({ floors }) => floors.length > 0,
  )
  if (houses.length === 0)
    throw badInput('params.id', 'noFloors', 'There is no floor in these files.')
  if ((row.plan.assumed ?? []).length > 0 && confirms !== true)
    throw badInput('body.confirms', 'required', 'Confirm first what the plan leaves open.')
  const known = await knownOf(scope, houses)
  const far = houses.find((house) => known.isFar(house))
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
  for (const house of houses) {
    const { floors, key: _key, aside: _aside, ...plain } = house
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
    for (const level of floors) {
      const floorId = known.floor(house, level)?.id
      const done = await writeFloor(
        scope,
        { buildingId: building.id, floorId, how: 'imported' },
        writtenFloor(level),
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

const writtenFloor = (floor: CorrectedFloor): WrittenFloor => ({
  externalId: floor.externalId,
  name: floor.name,
  names: floor.names ?? {},
  shortName: floor.shortName,
  ordinal: floor.ordinal,
  outline: floor.outline,
  parts: floor.parts.map(({ what: _what, ...part }) => part),
  rooms: floor.rooms.map(({ externalId, name, names = {}, code, kind, category, outline }) => ({
    externalId,
    name,
    names,
    code,
    kind,
    category,
    outline,
  })),
})
