/**
 * Places inside places. Each keeps the path of ids from the outermost to itself; moving one moves
 * all inside it.
 */
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids'
import type { locations as contract } from '#contract/locations'
import { equipment, location, locationType } from '../../db/schema/index.ts'
import { badInput, conflict, notAllowed, notThere, stale } from '../../kernel/errors.ts'
import { intArray, searchText } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { referenceGone } from '../review/index.ts'
import { detailOf, readable, selectLocations, type Selected } from './rows.ts'

type Draft = z.output<typeof contract.createLocation.body>
type Update = z.output<typeof contract.updateLocation.body>

export async function one(scope: Scope, id: Id<'location'>): Promise<Selected> {
  const [found] = await selectLocations(scope, scope.from.locations(eq(location.id, id)))
  if (!found) throw notThere('location')
  return found
}

export async function create(scope: Scope, draft: Draft) {
  await checkType(scope, draft.typeId)
  const outer = await pathOf(scope, draft.parentId)
  const [made] = await scope.db
    .insert(location)
    .values({
      ...draft,
      companyId: scope.actor.companyId,
      code: draft.code || null,
      search: searchText(draft.name, draft.code),
      createdAt: scope.clock.now(),
      updatedAt: scope.clock.now(),
    })
    .returning({ id: location.id })
  if (!made) throw new Error('The location was not kept')
  await scope.db
    .update(location)
    .set({ path: [...outer, made.id] })
    .where(and(eq(location.companyId, scope.actor.companyId), eq(location.id, made.id)))
  const after = await one(scope, made.id)
  await scope.journal({
    entity: 'location',
    id: made.id,
    name: draft.name,
    before: null,
    after: readable(after),
  })
  return detailOf(scope, after)
}

export async function update(scope: Scope, id: Id<'location'>, { version, ...change }: Update) {
  const before = await one(scope, id)
  if (before.location.version !== version)
    throw stale(version, before.location.version, await detailOf(scope, before))
  if (change.typeId !== undefined) await checkType(scope, change.typeId)
  // Who may not see what it lies in reads 'nothing', and has not moved it by sending that back.
  if (change.parentId === null && before.parent === null) delete change.parentId
  if (change.parentId !== undefined && change.parentId !== before.location.parentId)
    await move(scope, before, change.parentId)
  const merged = { ...before.location, ...change }
  const written = await scope.db
    .update(location)
    .set({
      ...change,
      ...(change.code !== undefined && { code: change.code || null }),
      search: searchText(merged.name, merged.code),
      version: sql`${location.version} + 1`,
      updatedAt: scope.clock.now(),
    })
    .where(scope.from.locations(eq(location.id, id), eq(location.version, version)))
    .returning({ id: location.id })
  if (written.length === 0) throw stale(version, version + 1)
  const after = await one(scope, id)
  await scope.journal({
    entity: 'location',
    id,
    name: after.location.name,
    before: readable(before),
    after: readable(after),
  })
  return detailOf(scope, after)
}

export async function remove(scope: Scope, id: Id<'location'>): Promise<void> {
  const before = await one(scope, id)
  const inside = await scope.db
    .select({ id: location.id })
    .from(location)
    .where(
      and(
        eq(location.companyId, scope.actor.companyId),
        eq(location.parentId, id),
        sql`${location.deletedAt} is null`,
      ),
    )
    .limit(1)
  const things = await scope.db
    .select({ id: equipment.id })
    .from(equipment)
    .where(
      and(
        eq(equipment.companyId, scope.actor.companyId),
        eq(equipment.locationId, id),
        sql`${equipment.deletedAt} is null`,
      ),
    )
    .limit(1)
  if (inside.length + things.length > 0) {
    throw conflict(
      'Something is still in this location, so it stays. Move its places and equipment first.',
      [{ path: '', code: 'notEmpty', message: inside.length > 0 ? 'locations' : 'equipment' }],
    )
  }
  await scope.db
    .update(location)
    .set({ deletedAt: scope.clock.now(), version: sql`${location.version} + 1` })
    .where(scope.from.locations(eq(location.id, id)))
  await referenceGone(scope, { kind: 'location', id }, before.location.name)
  await scope.journal({
    entity: 'location',
    id,
    name: before.location.name,
    before: readable(before),
    after: null,
  })
}

/**
 * Sets the paths of the place and of everything inside it; a place cannot come to lie inside
 * itself.
 */
async function move(scope: Scope, place: Selected, parentId: Id<'location'> | null): Promise<void> {
  const { id, path: old } = place.location
  const outer = await pathOf(scope, parentId)
  if (outer.includes(id))
    throw badInput('body.parentId', 'circle', 'A location cannot lie inside itself.')
  await scope.db
    .update(location)
    .set({ path: sql`${intArray(outer)} || ${location.path}[${old.length}:]` })
    .where(
      and(
        eq(location.companyId, scope.actor.companyId),
        sql`${location.path} @> ${intArray([id])}`,
      ),
    )
}

async function pathOf(
  { db, from }: Scope,
  parentId: Id<'location'> | null | undefined,
): Promise<Id<'location'>[]> {
  if (!parentId) return []
  const [outer] = await db
    .select({ path: location.path })
    .from(location)
    .where(from.locations(eq(location.id, parentId)))
  if (!outer) throw notThere('location', 'body.parentId')
  return outer.path
}

async function checkType({ db, actor }: Scope, typeId: Id<'locationType'>): Promise<void> {
  const found = await db
    .select({ id: locationType.id })
    .from(locationType)
    .where(and(eq(locationType.companyId, actor.companyId), eq(locationType.id, typeId)))
  if (found.length === 0) throw notThere('location type', 'body.typeId')
  if (actor.locationTypeIds?.includes(typeId) === false)
    throw notAllowed('This location type is not among those you may choose.')
}
