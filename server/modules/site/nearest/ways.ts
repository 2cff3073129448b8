import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { metresBetween, type Degrees } from '#contract/venue/plane.ts'
import { connectorAbove, type Connector } from '#contract/venue/reach.ts'
import type { Polygon, RoomKind } from '#contract/venue/shapes.ts'
import { relationOf, walkOf, type Relation, type Walk } from '#contract/venue/way.ts'
import { walkFrom, type WalkingDistances } from '#contract/venue/walking.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { visible } from '../positionHistory/index.ts'
import { roomAt, type Spot } from '../positions/index.ts'
import { walkableFloors, type WalkableFloor } from '../venues/index.ts'

export interface StartQuestion {
  fromEquipmentId?: Id<'equipment'> | undefined
  fromRoomId?: Id<'room'> | undefined
  fromPoint?: Spot | undefined
}

/** Cost of a lift or staircase, in metres of walking. */
const A_FLOOR = 18
/** Factor for paths between buildings, which are never straight. */
const DETOUR = 1.4

/**
 * Metres. Accepts a start at an entrance, in the yard or beside an imprecise wall, but not in
 * another street.
 */
const MAY_BE_OUTSIDE = 100

/** Distance in metres from the outline's bounding box. */
function metresOutside({ coordinates }: Polygon, at: Degrees): number {
  const ring = coordinates[0] ?? []
  const clamp = (value: number, of: 0 | 1) => {
    const all = ring.map((corner) => corner[of])
    return Math.min(Math.max(value, Math.min(...all)), Math.max(...all))
  }
  return ring.length === 0
    ? 0
    : metresBetween(at, {
        longitude: clamp(at.longitude, 0),
        latitude: clamp(at.latitude, 1),
      })
}

type Start = Spot & {
  roomId: Id<'room'> | null
  buildingId: Id<'building'>
  ordinal: number
}

export async function startOf(
  scope: Scope,
  { fromEquipmentId, fromRoomId, fromPoint }: StartQuestion,
): Promise<Start> {
  const {
    db,
    actor: { companyId },
  } = scope
  const given = [fromEquipmentId, fromRoomId, fromPoint].filter((one) => one !== undefined)
  if (given.length > 1)
    throw badInput('body', 'severalStarts', 'Say one place to start from, not several.')
  let spot: (Spot & { roomId: Id<'room'> | null }) | undefined
  if (fromEquipmentId !== undefined) {
    await visible(scope, fromEquipmentId)
    const [last] = await db
      .select()
      .from(tables.lastPosition)
      .where(
        ofCompany(
          tables.lastPosition,
          companyId,
          eq(tables.lastPosition.equipmentId, fromEquipmentId),
        ),
      )
    if (!last) throw badInput('body.fromEquipmentId', 'nowhere', 'It has no place on the map.')
    spot = last
  } else if (fromRoomId !== undefined) {
    const [found] = await db
      .select()
      .from(tables.room)
      .where(ofCompany(tables.room, companyId, eq(tables.room.id, fromRoomId)))
    if (!found) throw refuseNotFound('room', 'body.fromRoomId')
    spot = { ...found, roomId: found.id }
  } else if (fromPoint !== undefined)
    spot = { ...fromPoint, roomId: await roomAt(scope, fromPoint) }
  if (spot === undefined) throw badInput('body', 'required', 'Say where from.')
  const [ground] = await db
    .select({
      buildingId: tables.floor.buildingId,
      ordinal: tables.floor.ordinal,
      outline: tables.floor.outline,
    })
    .from(tables.floor)
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, spot.floorId)))
  if (!ground) throw refuseNotFound('floor', 'body.fromPoint.floorId')
  const { floorId, longitude, latitude, roomId } = spot
  const { outline, ...where } = ground
  if (fromPoint !== undefined && metresOutside(outline, fromPoint) > MAY_BE_OUTSIDE)
    throw badInput('body.fromPoint', 'farOutside', 'This place is far outside the building.')
  return { floorId, longitude, latitude, roomId, ...where }
}

interface Goal extends Degrees {
  floorId: Id<'floor'>
  roomId: Id<'room'> | null
}
interface Far {
  metres: number
  floorsAway: number
}
interface Leg {
  floorId: Id<'floor'>
  points: Degrees[]
  by: 'lift' | 'stairs' | null
}
interface Way extends Far {
  relation: Relation
  doors: number
  legs: Leg[]
}
export interface Ways {
  far(to: Goal, buildingId: number | null): Far
  way(to: Goal, buildingId: number | null): Way
}

/** A floor reachable from the start, and the lifts and stairs (`shafts`) that lead there. */
interface Reached {
  distances: WalkingDistances
  shafts: { below: Connector; above: Connector }[]
}

/**
 * Computes distances from the start once. Other floors continue from their lifts and stairs, on
 * demand.
 */
export async function waysFrom(scope: Scope, start: Start): Promise<Ways> {
  const floors = await walkableFloors(scope, start.buildingId)
  const own = floors.find(({ id }) => id === start.floorId)
  const here = own ? walkFrom(own.grid, [{ point: start, behind: 0 }]) : null
  const beyond = new Map<number, Reached | null>()
  const reach = (target: WalkableFloor): Reached | null => {
    if (!own || !here) return null
    if (target.id === own.id) return { distances: here, shafts: [] }
    const known = beyond.get(target.id)
    if (known !== undefined) return known
    const climb = Math.abs(target.ordinal - own.ordinal) * A_FLOOR
    const shafts = own.connectors.flatMap((below) => {
      const above = connectorAbove(below, target.connectors)
      return above && Number.isFinite(here.metresTo(below)) ? [{ below, above }] : []
    })
    const reached =
      shafts.length === 0
        ? null
        : {
            distances: walkFrom(
              target.grid,
              shafts.map(({ below, above }) => ({
                point: above,
                behind: here.metresTo(below) + climb,
              })),
            ),
            shafts,
          }
    beyond.set(target.id, reached)
    return reached
  }
  const groundOf = (to: Goal, buildingId: number | null) => {
    const target =
      buildingId === start.buildingId ? floors.find(({ id }) => id === to.floorId) : undefined
    const floorsAway = target === undefined ? 0 : target.ordinal - start.ordinal
    const reached = target === undefined ? null : reach(target)
    const walked = reached?.distances.metresTo(to) ?? Number.POSITIVE_INFINITY
    return { target, floorsAway, reached, walked }
  }
  const far = (to: Goal, buildingId: number | null) => {
    const { target, floorsAway, walked } = groundOf(to, buildingId)
    if (Number.isFinite(walked)) return { metres: walked, floorsAway }
    // A plan may have a room without a connection; an estimate is better than "unreachable".
    const climbed = target === undefined ? start.ordinal : floorsAway
    return {
      metres: metresBetween(start, to) * DETOUR + Math.abs(climbed) * A_FLOOR,
      floorsAway,
    }
  }
  const way = (to: Goal, buildingId: number | null): Way => {
    const { target, floorsAway, reached, walked } = groundOf(to, buildingId)
    if (!own || !here || !target || reached === null || !Number.isFinite(walked))
      return {
        metres: rounded(metresBetween(start, to)),
        floorsAway,
        relation: 'straight',
        doors: 0,
        legs: crowFlies(start, to),
      }
    const legs = legsTo({ start, own, here }, { to, target, reached })
    const doors = legs.reduce((sum, leg) => sum + leg.doors, 0)
    const from = { roomId: start.roomId, kind: kindOf(own, start.roomId) }
    const goal = { roomId: to.roomId, kind: kindOf(target, to.roomId) }
    return {
      metres: rounded(walked),
      floorsAway,
      relation: relationOf(from, goal, { isWalked: true, floorsAway, doors }),
      doors,
      legs: legs.map(({ doors: _doors, ...leg }) => leg),
    }
  }
  return { far, way }
}

const rounded = (metres: number): number => Math.round(metres * 10) / 10
const kindOf = ({ kinds }: WalkableFloor, roomId: number | null): RoomKind | null =>
  roomId === null ? null : (kinds.get(roomId) ?? null)

function crowFlies(start: Start, to: Goal): Leg[] {
  const points = [start, to].map(({ longitude, latitude }) => ({ longitude, latitude }))
  return start.floorId === to.floorId
    ? [{ floorId: start.floorId, points, by: null }]
    : [start.floorId, to.floorId].map((floorId) => ({ floorId, points, by: null }))
}

function legsTo(
  { start, own, here }: { start: Start; own: WalkableFloor; here: WalkingDistances },
  { to, target, reached }: { to: Goal; target: WalkableFloor; reached: Reached },
): (Leg & { doors: number })[] {
  const last = drawn(target, reached.distances.wayTo(to), { to })
  const first = last.points[0]
  if (target.id === own.id || first === undefined)
    return [{ floorId: own.id, ...drawn(own, here.wayTo(to), { from: start, to }), by: null }]
  const shaft = reached.shafts.toSorted(
    (a, b) => metresBetween(a.above, first) - metresBetween(b.above, first),
  )[0]
  if (shaft === undefined) return [{ floorId: target.id, ...last, by: null }]
  const { below } = shaft
  return [
    {
      floorId: own.id,
      ...drawn(own, here.wayTo(below), { from: start, to: below }),
      by: below.kind,
    },
    { floorId: target.id, ...last, by: null },
  ]
}

function drawn(
  { grid, doorways }: WalkableFloor,
  cells: readonly Degrees[],
  { from, to }: { from?: Degrees; to: Degrees },
): Walk {
  const walk = walkOf(grid, cells, doorways)
  const points = [from ?? cells[0] ?? to, ...walk.points.slice(1, -1), to]
  return {
    points: points.map(({ longitude, latitude }) => ({ longitude, latitude })),
    doors: walk.doors,
  }
}
