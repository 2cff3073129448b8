/** Versions of a floor: one per write, oldest deleted beyond the maximum. */
import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, lte } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { venuePlans as contract, FloorVersionKind } from '#contract/venue/venuePlans.ts'
import { MAX_VERSIONS } from '#contract/venue/planBounds.ts'
import { floor, floorVersion, room } from '#db/schema/index.ts'
import type { StoredFloor } from '#db/schema/venues.ts'
import { authorOf } from '#kernel/access/actor.ts'
import { notThere } from '#kernel/http/errors.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

async function storedFloor(
  { db, actor: { companyId } }: Scope,
  floorId: Id<'floor'>,
): Promise<StoredFloor> {
  const [ground] = await db
    .select()
    .from(floor)
    .where(and(eq(floor.companyId, companyId), eq(floor.id, floorId)))
  if (!ground) throw notThere('floor')
  const rooms = await db
    .select({
      id: room.id,
      externalId: room.externalId,
      name: room.name,
      code: room.code,
      kind: room.kind,
      category: room.category,
      outline: room.outline,
      locationId: room.locationId,
    })
    .from(room)
    .where(and(eq(room.companyId, companyId), eq(room.floorId, floorId)))
    .orderBy(asc(room.id))
  const { name, shortName, ordinal, outline, parts } = ground
  return { name, shortName, ordinal, outline, parts, rooms }
}

export const newest = async ({ db, actor: { companyId } }: Scope, floorId: Id<'floor'>) =>
  (
    await db
      .select()
      .from(floorVersion)
      .where(and(eq(floorVersion.companyId, companyId), eq(floorVersion.floorId, floorId)))
      .orderBy(desc(floorVersion.number))
      .limit(1)
  )[0]

/**
 * Before the first write of a floor without versions: stores its current state as one. Returns the
 * version's number.
 */
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
    .delete(floorVersion)
    .where(
      and(
        eq(floorVersion.companyId, actor.companyId),
        eq(floorVersion.floorId, floorId),
        lte(floorVersion.number, number - MAX_VERSIONS),
      ),
    )
  return number
}

const asWritten = (plan: StoredFloor): unknown => JSON.parse(JSON.stringify(plan))

async function add(
  scope: Scope,
  floorId: Id<'floor'>,
  facts: Pick<
    typeof floorVersion.$inferInsert,
    'number' | 'how' | 'byName' | 'byId' | 'restoredFrom'
  >,
  known?: StoredFloor,
): Promise<void> {
  const plan = known ?? (await storedFloor(scope, floorId))
  const now = scope.clock.now()
  await scope.db.insert(floorVersion).values({
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
    .select({ id: floor.id })
    .from(floor)
    .where(and(eq(floor.companyId, companyId), eq(floor.id, floorId)))
  if (!ground) throw notThere('floor')
  const where = and(eq(floorVersion.companyId, companyId), eq(floorVersion.floorId, floorId))
  const [total] = await db.select({ count }).from(floorVersion).where(where)
  const rows = await db
    .select({
      id: floorVersion.id,
      number: floorVersion.number,
      at: floorVersion.createdAt,
      by: floorVersion.byName,
      how: floorVersion.how,
      restoredFrom: floorVersion.restoredFrom,
      rooms: floorVersion.rooms,
    })
    .from(floorVersion)
    .where(where)
    .orderBy(desc(floorVersion.number))
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
    .from(floorVersion)
    .where(
      and(
        eq(floorVersion.companyId, companyId),
        eq(floorVersion.floorId, floorId),
        'id' in version ? eq(floorVersion.id, version.id) : eq(floorVersion.number, version.number),
      ),
    )
  if (!found) throw notThere('version', 'id' in version ? 'params.versionId' : '')
  return found
}
