import { eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
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
  for (const { roomId, locationId } of links)
    await db
      .update(room)
      .set({ locationId, updatedAt: now })
      .where(ofCompany(room, actor.companyId, eq(room.id, roomId)))
  for (const id of floorIds) await amendFloorVersion(scope, id)
  scope.changed('Venue', 'Location', 'Position')
}
