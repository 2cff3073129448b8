/**
 * Where one thing is on the map, and the places where it was seen last: what its own page says of
 * it.
 */
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { equipmentDetail } from '#contract/equipment/equipment.ts'
import type { Id } from '#contract/ids.ts'
import { building, floor, lastPosition, room } from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { inWords, newestRuns, staysOf, type RunOf } from '../positionHistory/index.ts'
import { positionOf } from './mapEquipment.ts'

type Whereabouts = Pick<z.input<typeof equipmentDetail>, 'position' | 'lastSeen'>

const SHOWN = 5
/** A page is read often: so many of the newest positions are looked at, no more. */
const LOOKED_AT = 2_000

/** What is asked of positions before it is known what the places are called. */
export interface LastLook {
  last: Awaited<ReturnType<typeof lastPlaced>>
  runs: RunOf[]
}

/** May be asked together with the thing itself: only who may see that is told of it. */
export async function lookFor(scope: Scope, equipmentId: Id<'equipment'>): Promise<LastLook> {
  const [last, runs] = await Promise.all([
    lastPlaced(scope, equipmentId),
    newestRuns(scope, { equipmentId }, LOOKED_AT),
  ])
  return { last, runs }
}

async function lastPlaced({ db, actor: { companyId } }: Scope, equipmentId: Id<'equipment'>) {
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
  return found
}

/** The caller has seen that the actor may see it. */
export async function whereabouts(
  scope: Scope,
  { last: found, runs }: LastLook,
): Promise<Whereabouts> {
  const { stays, isCut } = staysOf(scope, runs, { lookedAt: LOOKED_AT, last: found?.last ?? null })
  const lastSeen = {
    rows: await inWords(scope, stays.slice(0, SHOWN)),
    isCut: isCut || stays.length > SHOWN,
  }
  if (found === undefined) return { position: null, lastSeen }
  const { last, ...names } = found
  const { equipmentId: _of, ...position } = positionOf(last)
  return { position: { ...position, ...names }, lastSeen }
}
