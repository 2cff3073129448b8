import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { equipmentDetail } from '#contract/equipment/equipment.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { shownName, shownNameOrNull } from '#kernel/data/shownName.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { withPlaceNames, newestRuns, selectStays, type RunOf } from '../positionHistory/index.ts'
import { positionOf } from './mapEquipment.ts'

type Whereabouts = Pick<z.input<typeof equipmentDetail>, 'position' | 'lastSeen'>

const SHOWN = 5
/** Number of the newest positions examined, because the page is read often. */
const LOOKED_AT = 2_000

export interface LastLook {
  last: Awaited<ReturnType<typeof lastPlaced>>
  runs: RunOf[]
}

/**
 * Loads the last position. May run in parallel with loading the equipment; return it only if the
 * user may see that equipment.
 */
export async function loadLastPosition(
  scope: Scope,
  equipmentId: Id<'equipment'>,
): Promise<LastLook> {
  const [last, runs] = await Promise.all([
    lastPlaced(scope, equipmentId),
    newestRuns(scope, { equipmentId }, LOOKED_AT),
  ])
  return { last, runs }
}

async function lastPlaced({ db, actor }: Scope, equipmentId: Id<'equipment'>) {
  const [found] = await db
    .select({
      last: tables.lastPosition,
      roomName: shownNameOrNull({ actor }, tables.room),
      floorName: shownName({ actor }, tables.floor),
      building: { id: tables.building.id, name: shownName({ actor }, tables.building) },
    })
    .from(tables.lastPosition)
    .innerJoin(tables.floor, joinOn(tables.floor, tables.lastPosition.floorId))
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .leftJoin(tables.room, joinOn(tables.room, tables.lastPosition.roomId))
    .where(
      ofCompany(
        tables.lastPosition,
        actor.companyId,
        eq(tables.lastPosition.equipmentId, equipmentId),
      ),
    )
  return found
}

/** The caller must have checked that the actor may see the equipment. */
export async function loadWhereabouts(
  scope: Scope,
  { last: found, runs }: LastLook,
): Promise<Whereabouts> {
  const { stays, isCut } = selectStays(scope, runs, {
    lookedAt: LOOKED_AT,
    last: found?.last ?? null,
  })
  const lastSeen = {
    rows: await withPlaceNames(scope, stays.slice(0, SHOWN)),
    isCut: isCut || stays.length > SHOWN,
  }
  if (found === undefined) return { position: null, lastSeen }
  const { last, ...names } = found
  const { equipmentId: _of, ...position } = positionOf(last)
  return { position: { ...position, ...names }, lastSeen }
}
