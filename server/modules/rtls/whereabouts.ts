/**
 * Where one thing is on the map, and the places where it was seen last: what its own page says of
 * it.
 */
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { equipmentDetail } from '#contract/equipment'
import type { Id } from '#contract/ids'
import { building, floor, lastPosition, room } from '../../db/schema/index.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import type { Scope } from '../../kernel/scope.ts'
import { inWords, newestStays } from './history.ts'
import { positionOf } from './mapEquipment.ts'

type Whereabouts = Pick<z.input<typeof equipmentDetail>, 'position' | 'lastSeen'>

const SHOWN = 5
/** A page is read often: so many of the newest positions are looked at, no more. */
const LOOKED_AT = 2_000

/** The caller has seen that the actor may see it. */
export async function whereabouts(
  scope: Scope,
  equipmentId: Id<'equipment'>,
): Promise<Whereabouts> {
  const {
    db,
    actor: { companyId },
  } = scope
  const [found] = await db
    .select({
      last: lastPosition,
      roomName: room.name,
      floorName: floor.name,
      building: { id: building.id, name: building.name },
    })
    .from(lastPosition)
    .innerJoin(floor, joinOn(floor, lastPosition.floorId))
    .innerJoin(building, joinOn(building, floor.buildingId))
    .leftJoin(room, joinOn(room, lastPosition.roomId))
    .where(and(eq(lastPosition.companyId, companyId), eq(lastPosition.equipmentId, equipmentId)))
  const { stays, isCut } = await newestStays(scope, { equipmentId }, LOOKED_AT, found?.last ?? null)
  const lastSeen = {
    rows: await inWords(scope, stays.slice(0, SHOWN)),
    isCut: isCut || stays.length > SHOWN,
  }
  if (found === undefined) return { position: null, lastSeen }
  const { last, ...names } = found
  const { equipmentId: _of, ...position } = positionOf(last)
  return { position: { ...position, ...names }, lastSeen }
}
