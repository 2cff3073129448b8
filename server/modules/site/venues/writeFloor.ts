import { asc, eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { FloorVersionKind } from '#contract/venue/venuePlans.ts'
import type { Names } from '#contract/venue/labels.ts'
import { labelPoint } from '#contract/venue/polygon.ts'
import type { Part, Polygon, RoomKind } from '#contract/venue/shapes.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { saveFormerFloor, saveFloorVersion } from './floorVersions.ts'

interface WrittenRoom {
  id?: Id<'room'>
  /** The id in the imported file; null for drawn rooms. If omitted, unchanged. */
  externalId?: string | null
  name: string
  names?: Names
  code: string | null
  kind: RoomKind
  category?: string | null | undefined
  outline: Polygon
  locationId?: Id<'location'> | null
}
export interface WrittenFloor {
  externalId?: string
  name: string
  /** If omitted, unchanged. */
  names?: Names
  shortName: string
  ordinal: number
  outline: Polygon
  parts: Part[]
  locationId?: Id<'location'> | null
  rooms: readonly WrittenRoom[]
}
export interface Tally {
  created: number
  updated: number
  removed: number
}
interface Where {
  buildingId: Id<'building'>
  /** Undefined for a new floor. */
  floorId: Id<'floor'> | undefined
  how: FloorVersionKind
  restoredFrom?: number
}

export async function writeFloor(
  scope: Scope,
  { buildingId, floorId: oldId, how, restoredFrom }: Where,
  { rooms, ...facts }: WrittenFloor,
): Promise<Tally & { floorId: Id<'floor'>; before: number | null; number: number }> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const before = oldId === undefined ? null : await saveFormerFloor(scope, oldId)
  const now = clock.now()
  const [ground] =
    oldId === undefined
      ? await db
          .insert(tables.floor)
          .values({ ...facts, companyId, buildingId, createdAt: now, updatedAt: now })
          .returning()
      : await db
          .update(tables.floor)
          .set({ ...facts, ...nextVersion(tables.floor, now) })
          .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, oldId)))
          .returning()
  if (!ground) throw new Error('The floor was not kept')
  const tally = { created: 0, updated: 0, removed: 0 }
  tally[oldId === undefined ? 'created' : 'updated'] += 1
  await writeRooms(scope, ground.id, rooms, tally)
  const number = await saveFloorVersion(scope, ground.id, how, restoredFrom ?? null)
  return { ...tally, floorId: ground.id, before, number }
}

async function writeRooms(
  { db, actor: { companyId }, clock }: Scope,
  floorId: Id<'floor'>,
  rooms: readonly WrittenRoom[],
  tally: Tally,
): Promise<void> {
  const there = await db
    .select({ id: tables.room.id, externalId: tables.room.externalId })
    .from(tables.room)
    .where(ofCompany(tables.room, companyId, eq(tables.room.floorId, floorId)))
    .orderBy(asc(tables.room.id))
  const ids = new Set(there.map(({ id }) => id))
  const byName = new Map(
    there.flatMap(({ id, externalId }) => (externalId === null ? [] : [[externalId, id] as const])),
  )
  const taken = new Set<number>()
  const written = rooms.map((one) => {
    const known =
      one.id !== undefined && ids.has(one.id) ? one.id : byName.get(one.externalId ?? '')
    const old = known === undefined || taken.has(known) ? undefined : known
    if (old !== undefined) taken.add(old)
    return { one, old }
  })
  const removed = there.filter(({ id }) => !taken.has(id)).map(({ id }) => id)
  if (removed.length > 0)
    await db
      .delete(tables.room)
      .where(ofCompany(tables.room, companyId, inArray(tables.room.id, removed)))
  tally.removed += removed.length
  const fresh: (typeof tables.room.$inferInsert)[] = []
  for (const { one, old } of written) {
    const { id: _id, ...facts } = one
    const values = { ...facts, ...labelPoint(one.outline) }
    if (old === undefined) fresh.push({ ...values, companyId, floorId })
    else
      await db
        .update(tables.room)
        .set({ ...values, updatedAt: clock.now() })
        .where(ofCompany(tables.room, companyId, eq(tables.room.id, old)))
  }
  for (let from = 0; from < fresh.length; from += 300)
    await db.insert(tables.room).values(fresh.slice(from, from + 300))
  tally.created += fresh.length
  tally.updated += rooms.length - fresh.length
}
