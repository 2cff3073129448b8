import { eq, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { intArray, isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { amendFloorVersion } from './floorVersions.ts'

export interface RoomLink {
  roomId: Id<'room'>
  locationId: Id<'location'> | null
}

/**
 * The newest version of each floor takes over the links, because no plan was drawn. The floor gets
 * another version number, so that an open editor does not overwrite them.
 */
export async function linkRooms(scope: Scope, links: readonly RoomLink[]): Promise<void> {
  if (links.length === 0) return
  const { db, actor, clock } = scope
  const { floor, room } = tables
  const rooms = await db
    .select({ floorId: room.floorId })
    .from(room)
    .where(
      ofCompany(
        room,
        actor.companyId,
        inArray(
          room.id,
          links.map(({ roomId }) => roomId),
        ),
      ),
    )
  const floorIds = [...new Set(rooms.map(({ floorId }) => floorId))].toSorted((a, b) => a - b)
  const now = clock.now()
  for (const id of floorIds)
    await db
      .update(floor)
      .set(nextVersion(floor, now))
      .where(ofCompany(floor, actor.companyId, eq(floor.id, id)))
  const given = links.flatMap(({ roomId, locationId: id }) => (id === null ? [] : [{ roomId, id }]))
  await db
    .update(room)
    .set({ locationId: null, updatedAt: now })
    .where(
      ofCompany(
        room,
        actor.companyId,
        isAnyId(
          room.id,
          links.map(({ roomId }) => roomId),
        ),
      ),
    )
  if (given.length > 0)
    await db
      .update(room)
      .set({ locationId: sql`linked.location_id`, updatedAt: now })
      .from(
        sql`unnest(${intArray(given.map(({ roomId }) => roomId))}, ${intArray(given.map(({ id }) => id))})
          as linked(room_id, location_id)`,
      )
      .where(ofCompany(room, actor.companyId, sql`${room.id} = linked.room_id`))
  for (const id of floorIds) await amendFloorVersion(scope, id)
  scope.changed('Venue', 'Location', 'Position')
}
