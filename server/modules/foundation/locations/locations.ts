/**
 * Nested locations. Each stores the path of ids from the outermost to itself, so moving one updates
 * everything inside.
 */
import { eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { locationFields as fields } from '#contract/locations/locationFields.ts'
import type { locations as contract } from '#contract/locations/locations.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, notAllowed, refuseNotFound } from '#kernel/http/errors.ts'
import { emptyTextsToNull, uniqueValues } from '#kernel/data/entityFields.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { writeChanges, type RowChange } from '#kernel/data/updateRows.ts'
import { nextVersion, refuseStale } from '#kernel/data/updateVersioned.ts'
import { parseMetadata, type StoredMetadata } from '../metadata/index.ts'
import { referencesGone } from '../review/index.ts'
import { detailOf, readable, selectLocations, type Selected } from './rows.ts'

export type Draft = z.output<typeof contract.createLocation.body>
type Update = z.output<typeof contract.updateLocation.body>

export async function selectLocation(scope: Scope, id: Id<'location'>): Promise<Selected> {
  const [found] = await selectLocations(scope, scope.from.locations(eq(tables.location.id, id)))
  if (!found) throw refuseNotFound('location')
  return found
}

export const create = async (scope: Scope, draft: Draft) =>
  detailOf(scope, theOnly(await createAll(scope, [draft])))

export const update = async (scope: Scope, id: Id<'location'>, { version, ...change }: Update) =>
  detailOf(scope, theOnly(await updateAll(scope, [{ id, version, change }])))

const theOnly = ([found]: readonly Selected[]): Selected => {
  if (!found) throw refuseNotFound('location')
  return found
}

/**
 * Creates locations in the given order. None may be inside another of the same call. Used by forms
 * and imports.
 */
export async function createAll(scope: Scope, drafts: readonly Draft[]): Promise<Selected[]> {
  if (drafts.length === 0) return []
  await checkTypes(scope, uniqueValues(drafts.map(({ typeId }) => typeId)))
  await checkOrgEntities(scope, drafts)
  const parents = uniqueValues(drafts.map(({ parentId }) => parentId))
  const outer = await pathsOf(scope, parents)
  const { companyId } = scope.actor
  const now = scope.clock.now()
  const values: StoredMetadata[] = []
  for (const { metadata = [] } of drafts)
    values.push(await parseMetadata(scope, 'location', metadata))
  const made = await scope.db
    .insert(tables.location)
    .values(
      drafts.map((draft, index) => ({
        ...emptyTextsToNull(fields, draft),
        metadata: values[index] ?? {},
        companyId,
        path: outer.get(draft.parentId ?? 0) ?? [],
        createdAt: now,
        updatedAt: now,
      })),
    )
    .returning({ id: tables.location.id })
  const ids = made.map(({ id }) => id)
  await scope.db
    .update(tables.location)
    .set({ path: sql`${tables.location.path} || ${tables.location.id}` })
    .where(ofCompany(tables.location, companyId, inArray(tables.location.id, ids)))
  const after = await all(scope, ids)
  await scope.journal(
    ...after.map((row) => ({
      entity: 'location' as const,
      id: row.location.id,
      name: row.location.name,
      before: null,
      after: readable(row),
    })),
  )
  return after
}

export interface Change {
  id: Id<'location'>
  version: number
  change: Omit<Update, 'version'>
}

export async function updateAll(scope: Scope, changes: readonly Change[]): Promise<Selected[]> {
  const ids = changes.map(({ id }) => id)
  const before = await all(scope, ids)
  for (const [index, { version }] of changes.entries()) {
    const row = before[index] as Selected
    await refuseStale(version, row.location, () => detailOf(scope, row))
  }
  await checkTypes(scope, uniqueValues(changes.map(({ change }) => change.typeId)))
  await checkOrgEntities(
    scope,
    changes.map(({ change }) => change),
  )
  const rows: RowChange[] = []
  for (const [index, { id, version, change: sent }] of changes.entries()) {
    const row = before[index] as Selected
    const change = { ...sent }
    // A caller who may not see the parent reads null; sending null back must not move the location.
    if (change.parentId === null && row.parent === null) delete change.parentId
    if (change.parentId !== undefined && change.parentId !== row.location.parentId)
      await move(scope, id, change.parentId)
    const { metadata, ...facts } = change
    rows.push({
      id,
      version,
      set: {
        ...emptyTextsToNull(fields, facts),
        ...(metadata !== undefined && {
          metadata: await parseMetadata(scope, 'location', metadata, row.location.metadata),
        }),
      },
    })
  }
  await writeChanges(scope.db, tables.location, rows, {
    at: scope.clock.now(),
    where: (isOfRow) => scope.from.locations(isOfRow),
  })
  const after = await all(scope, ids)
  await scope.journal(
    ...after.map((row, index) => ({
      entity: 'location' as const,
      id: row.location.id,
      name: row.location.name,
      before: readable(before[index] as Selected),
      after: readable(row),
    })),
  )
  return after
}

const checkOrgEntities = (scope: Scope, drafts: readonly Partial<Draft>[]) =>
  requireRows(
    scope,
    tables.orgEntity,
    uniqueValues(drafts.map(({ orgEntityId }) => orgEntityId)),
    'organisation entity',
    'body.orgEntityId',
  )

/** Rows in the order of `ids`. Throws 404 if any of them is missing or hidden from the user. */
async function all(scope: Scope, ids: readonly Id<'location'>[]): Promise<Selected[]> {
  if (ids.length === 0) return []
  const rows = new Map(
    (await selectLocations(scope, scope.from.locations(inArray(tables.location.id, [...ids])))).map(
      (row) => [row.location.id, row],
    ),
  )
  return ids.map((id) => {
    const row = rows.get(id)
    if (!row) throw refuseNotFound('location')
    return row
  })
}

export const remove = (scope: Scope, id: Id<'location'>): Promise<void> => removeAll(scope, [id])

/** Removes all or none. A location may be inside another of `given`. */
export async function removeAll(scope: Scope, given: readonly Id<'location'>[]): Promise<void> {
  if (given.length === 0) return
  const ids = [...given]
  const { companyId } = scope.actor
  const before = await all(scope, ids)
  const inside = await scope.db
    .select({ id: tables.location.id })
    .from(tables.location)
    .where(
      ofCompany(
        tables.location,
        companyId,
        inArray(tables.location.parentId, ids),
        notInArray(tables.location.id, ids),
        isNull(tables.location.deletedAt),
      ),
    )
    .limit(1)
  const things = await scope.db
    .select({ id: tables.equipment.id })
    .from(tables.equipment)
    .where(
      ofCompany(
        tables.equipment,
        companyId,
        inArray(tables.equipment.locationId, ids),
        isNull(tables.equipment.deletedAt),
      ),
    )
    .limit(1)
  const kept = await scope.db
    .select({ id: tables.stock.id })
    .from(tables.stock)
    .where(
      ofCompany(
        tables.stock,
        companyId,
        inArray(tables.stock.locationId, ids),
        isNull(tables.stock.endedAt),
      ),
    )
    .limit(1)
  if (inside.length + things.length + kept.length > 0) {
    const what =
      inside.length > 0 ? 'locations' : things.length > 0 ? 'equipment' : 'inventory stock'
    throw conflict(
      'Something is still in this location, so it stays. Move its places, equipment and stock first.',
      [{ path: '', code: 'notEmpty', message: what }],
    )
  }
  await scope.db
    .update(tables.location)
    .set({ deletedAt: scope.clock.now(), ...nextVersion(tables.location) })
    .where(scope.from.locations(inArray(tables.location.id, ids)))
  const gone = before.map((row) => row.location)
  await referencesGone(scope, 'location', gone)
  await scope.journal(
    ...before.map((row) => ({
      entity: 'location' as const,
      id: row.location.id,
      name: row.location.name,
      before: readable(row),
      after: null,
    })),
  )
}

/** Sets the paths of the location and everything inside it. Throws if it would be inside itself. */
async function move(
  scope: Scope,
  id: Id<'location'>,
  parentId: Id<'location'> | null,
): Promise<void> {
  const outer = (await pathsOf(scope, uniqueValues([parentId]))).get(parentId ?? 0) ?? []
  if (outer.includes(id))
    throw badInput('body.parentId', 'circle', 'A location cannot lie inside itself.')
  await scope.db
    .update(tables.location)
    // Replaces the part of each path before the location. An earlier move of the same batch may
    // have changed it.
    .set({
      path: sql`${intArray(outer)} || ${tables.location.path}[array_position(${tables.location.path}, ${id}):]`,
    })
    .where(
      ofCompany(
        tables.location,
        scope.actor.companyId,
        sql`${tables.location.path} @> ${intArray([id])}`,
      ),
    )
}

async function pathsOf(
  { db, from }: Scope,
  ids: readonly Id<'location'>[],
): Promise<Map<number, Id<'location'>[]>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .select({ id: tables.location.id, path: tables.location.path })
    .from(tables.location)
    .where(from.locations(inArray(tables.location.id, [...ids])))
  if (found.length !== ids.length) throw refuseNotFound('location', 'body.parentId')
  return new Map(found.map(({ id, path }) => [id, path]))
}

async function checkTypes(
  { db, actor }: Scope,
  typeIds: readonly Id<'locationType'>[],
): Promise<void> {
  if (typeIds.length === 0) return
  const found = await db
    .select({ id: tables.locationType.id })
    .from(tables.locationType)
    .where(
      ofCompany(
        tables.locationType,
        actor.companyId,
        inArray(tables.locationType.id, [...typeIds]),
      ),
    )
  if (found.length !== typeIds.length) throw refuseNotFound('location type', 'body.typeId')
  if (typeIds.some((id) => actor.locationTypeIds?.includes(id) === false))
    throw notAllowed('This location type is not among those you may choose.')
}
