/**
 * Undo of a venue import: restores floors and deletes what it added. Refused as a whole if one was
 * changed since, because that work would be lost.
 */
import { asc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'

import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isWorkedOn } from './drawnOn.ts'
import { restoreDeletedFloor } from './floorPlans.ts'
import { newest, oneVersion } from './floorVersions.ts'
import { deleteBuilding } from './venue.ts'
import { oneImport } from './venueImports.ts'

export async function undoImport(
  scope: Scope,
  id: Id<'venueImport'>,
): Promise<{ restored: number; removed: number }> {
  const {
    db,
    actor: { companyId },
  } = scope
  const row = await oneImport(scope, id, true)
  const { done } = row
  if (done === null)
    throw conflict('This import was taken back already, or never taken over.', [
      { path: 'params.id', code: 'undoneAlready', message: 'import' },
    ])
  const homes = await unchangedSince(scope, done)
  const fresh = done.floors.filter(({ before }) => before === null).map((one) => one.id)
  if (await isWorkedOn(scope, fresh)) throw changedSince('floor')
  if (fresh.length > 0)
    await db
      .delete(tables.floor)
      .where(ofCompany(tables.floor, companyId, inArray(tables.floor.id, fresh)))
  let restored = 0
  for (const { id: floorId, before, after } of done.floors) {
    const buildingId = homes.get(floorId)
    if (before === null || before === after || buildingId === undefined) continue
    const was = await oneVersion(scope, floorId, { number: before })
    await restoreDeletedFloor(scope, { id: floorId, buildingId }, was)
    restored += 1
  }
  for (const { id: houseId, before } of done.buildings) {
    if (before === null) await deleteBuilding(scope, houseId)
    else await takeBack(scope, houseId, before, row.fileName)
  }
  await db
    .update(tables.venueImport)
    .set({ done: null, appliedAt: null })
    .where(ofCompany(tables.venueImport, companyId, eq(tables.venueImport.id, id)))
  return { restored, removed: fresh.length }
}

/** Locks everything that the import changed. Returns each floor's current version. */
async function unchangedSince(
  scope: Scope,
  done: tables.ImportDone,
): Promise<Map<Id<'floor'>, Id<'building'>>> {
  const {
    db,
    actor: { companyId },
  } = scope
  const ids = done.floors.map(({ id }) => id)
  const there = await db
    .select({ id: tables.floor.id, buildingId: tables.floor.buildingId })
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId, inArray(tables.floor.id, ids)))
    .orderBy(asc(tables.floor.id))
    .for('update')
  if (there.length < ids.length) throw changedSince('floor')
  for (const { id, after } of done.floors) {
    const last = await newest(scope, id)
    // Later changes may have been undone, so that the floor is as this import left it.
    if (last?.number !== after && last?.restoredFrom !== after) throw changedSince('floor')
  }
  const came = done.buildings.filter(({ before }) => before === null).map(({ id }) => id)
  const added = await db
    .select({ id: tables.floor.id })
    .from(tables.floor)
    .where(
      ofCompany(
        tables.floor,
        companyId,
        inArray(tables.floor.buildingId, came),
        notInArray(tables.floor.id, ids),
      ),
    )
    .limit(1)
  if (added.length > 0) throw changedSince('building')
  return new Map(there.map(({ id, buildingId }) => [id, buildingId]))
}

const changedSince = (what: 'floor' | 'building') =>
  conflict('What this import brought was changed since.', [
    { path: 'params.id', code: 'planChangedSince', message: what },
  ])

async function takeBack(
  scope: Scope,
  id: Id<'building'>,
  before: NonNullable<tables.ImportDone['buildings'][number]['before']>,
  fileName: string,
): Promise<void> {
  await scope.db
    .update(tables.building)
    .set({ ...before, updatedAt: scope.clock.now() })
    .where(ofCompany(tables.building, scope.actor.companyId, eq(tables.building.id, id)))
  await scope.journal({
    entity: 'building',
    id,
    name: before.name,
    before: { name: before.name, import: fileName },
    after: { name: before.name, import: null },
  })
}
