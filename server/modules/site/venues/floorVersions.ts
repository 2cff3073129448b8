/** Versions of a floor: one per write, oldest deleted beyond the maximum. */
import { isDeepStrictEqual } from 'node:util'
import { asc, desc, eq, lte } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { venuePlans as contract, FloorVersionKind } from '#contract/venue/venuePlans.ts'
import { namesField } from '#contract/venue/labels.ts'
import { MAX_VERSIONS } from '#contract/venue/planBounds.ts'
import * as tables from '#db/schema/index.ts'

import { ofCompany } from '#kernel/data/ofCompany.ts'
import { authorOf } from '#kernel/access/actor.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

async function storedFloor(
  { db, actor: { companyId } }: Scope,
  floorId: Id<'floor'>,
): Promise<tables.StoredFloor> {
  const [ground] = await db
    .select()
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, floorId)))
  if (!ground) throw refuseNotFound('floor')
  const rooms = await db
    .select({
      id: tables.room.id,
      externalId: tables.room.externalId,
      name: tables.room.name,
      names: tables.room.names,
      code: tables.room.code,
      kind: tables.room.kind,
      category: tables.room.category,
      outline: tables.room.outline,
      locationId: tables.room.locationId,
    })
    .from(tables.room)
    .where(ofCompany(tables.room, companyId, eq(tables.room.floorId, floorId)))
    .orderBy(asc(tables.room.id))
  const { name, shortName, ordinal, outline, parts } = ground
  return {
    name,
    ...namesField(ground.names),
    shortName,
    ordinal,
    outline,
    parts,
    rooms: rooms.map(({ names, ...room }) => ({ ...room, ...namesField(names) })),
  }
}

export const newest = async ({ db, actor: { companyId } }: Scope, floorId: Id<'floor'>) =>
  (
    await db
      .select()
      .from(tables.floorVersion)
      .where(ofCompany(tables.floorVersion, companyId, eq(tables.floorVersion.floorId, floorId)))
      .orderBy(desc(tables.floorVersion.number))
      .limit(1)
  )[0]

export async function saveFormerFloor(scope: Scope, floorId: Id<'floor'>): Promise<number> {
  const last = await newest(scope, floorId)
  if (last !== undefined) return last.number
  await add(scope, floorId, {
    number: 1,
    how: 'before',
    byName: null,
    byId: null,
    restoredFrom: null,
  })
  return 1
}

/** Returns the version's number. A write without changes creates none. */
export async function saveFloorVersion(
  scope: Scope,
  floorId: Id<'floor'>,
  how: FloorVersionKind,
  restoredFrom: number | null,
): Promise<number> {
  const { db, actor } = scope
  const last = await newest(scope, floorId)
  const now = await storedFloor(scope, floorId)
  if (last !== undefined && isDeepStrictEqual(last.plan, asWritten(now))) return last.number
  const number = (last?.number ?? 0) + 1
  await add(scope, floorId, { number, how, ...authorOf(actor), restoredFrom }, now)
  await db
    .delete(tables.floorVersion)
    .where(
      ofCompany(
        tables.floorVersion,
        actor.companyId,
        eq(tables.floorVersion.floorId, floorId),
        lte(tables.floorVersion.number, number - MAX_VERSIONS),
      ),
    )
  return number
}

export async function amendFloorVersion(scope: Scope, floorId: Id<'floor'>): Promise<void> {
  const last = await newest(scope, floorId)
  if (last === undefined) return
  await scope.db
    .update(tables.floorVersion)
    .set({ plan: await storedFloor(scope, floorId), updatedAt: scope.clock.now() })
    .where(
      ofCompany(tables.floorVersion, scope.actor.companyId, eq(tables.floorVersion.id, last.id)),
    )
}

const asWritten = (plan: tables.StoredFloor): unknown => JSON.parse(JSON.stringify(plan))

async function add(
  scope: Scope,
  floorId: Id<'floor'>,
  facts: Pick<
    typeof tables.floorVersion.$inferInsert,
    'number' | 'how' | 'byName' | 'byId' | 'restoredFrom'
  >,
  known?: tables.StoredFloor,
): Promise<void> {
  const plan = known ?? (await storedFloor(scope, floorId))
  const now = scope.clock.now()
  await scope.db.insert(tables.floorVersion).values({
    ...facts,
    companyId: scope.actor.companyId,
    floorId,
    plan,
    rooms: plan.rooms.length,
    createdAt: now,
    updatedAt: now,
  })
}

export async function listVersions(
  scope: Scope,
  floorId: Id<'floor'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<z.input<typeof contract.listFloorVersions.response>> {
  const {
    db,
    actor: { companyId },
  } = scope
  const [ground] = await db
    .select({ id: tables.floor.id })
    .from(tables.floor)
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, floorId)))
  if (!ground) throw refuseNotFound('floor')
  const where = ofCompany(tables.floorVersion, companyId, eq(tables.floorVersion.floorId, floorId))
  const [total] = await db.select({ count }).from(tables.floorVersion).where(where)
  const rows = await db
    .select({
      id: tables.floorVersion.id,
      number: tables.floorVersion.number,
      at: tables.floorVersion.createdAt,
      by: tables.floorVersion.byName,
      how: tables.floorVersion.how,
      restoredFrom: tables.floorVersion.restoredFrom,
      rooms: tables.floorVersion.rooms,
    })
    .from(tables.floorVersion)
    .where(where)
    .orderBy(desc(tables.floorVersion.number))
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map((row, index) => ({
      ...row,
      at: row.at.toISOString(),
      isCurrent: offset === 0 && index === 0,
    })),
  }
}

export async function oneVersion(
  { db, actor: { companyId } }: Scope,
  floorId: Id<'floor'>,
  version: { id: Id<'floorVersion'> } | { number: number },
) {
  const [found] = await db
    .select()
    .from(tables.floorVersion)
    .where(
      ofCompany(
        tables.floorVersion,
        companyId,
        eq(tables.floorVersion.floorId, floorId),
        'id' in version
          ? eq(tables.floorVersion.id, version.id)
          : eq(tables.floorVersion.number, version.number),
      ),
    )
  if (!found) throw refuseNotFound('version', 'id' in version ? 'params.versionId' : '')
  return found
}
