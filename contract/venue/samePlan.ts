/**
 * Whether a plan shows an existing building, judged by its id and position, never by the file name.
 */
import { metresPerDegree } from './perDegree.ts'
import { metresBetween, type Degrees } from './plane.ts'
import { boundsOf } from './polygon.ts'
import type { PlannedBuilding } from './plan.ts'
import type { Polygon } from './shapes.ts'

export interface StandingBuilding extends Degrees {
  /** Null if the building was drawn in the editor, so no file describes it. */
  externalId: string | null
  outline: Polygon
  rooms: readonly (Degrees & { ordinal: number })[]
}

/** `far`: the plan has the building's id but is somewhere else. */
type Sameness = 'same' | 'far' | 'other'

/** A new survey moves a building by metres. A building farther away is a different one. */
const MAX_MOVED_M = 300
const SAME_ROOM_M = 2
const SHARED_ROOMS = 0.3
const SHARED_GROUND = 0.5

export function comparePlans(plan: PlannedBuilding, standing: StandingBuilding): Sameness {
  if (standing.externalId === null) return 'other'
  if (plan.externalId !== null && plan.externalId === standing.externalId)
    return metresBetween(plan, standing) > MAX_MOVED_M &&
      sharedGround(plan.outline, standing.outline) === 0
      ? 'far'
      : 'same'
  return sharedGround(plan.outline, standing.outline) >= SHARED_GROUND && isAlike(plan, standing)
    ? 'same'
    : 'other'
}

/** Share of the smaller bounding box inside the other. */
function sharedGround(one: Polygon, other: Polygon): number {
  const [a, b] = [boundsOf([one]), boundsOf([other])]
  if (a === null || b === null) return 0
  const wide = Math.min(a.east, b.east) - Math.max(a.west, b.west)
  const high = Math.min(a.north, b.north) - Math.max(a.south, b.south)
  const size = (box: typeof a) => (box.east - box.west) * (box.north - box.south)
  const least = Math.min(size(a), size(b))
  return wide <= 0 || high <= 0 || least === 0 ? 0 : (wide * high) / least
}

/** Plans without a geographic position overlap each other, so shared rooms are required. */
function isAlike({ floors }: PlannedBuilding, { rooms: standing }: StandingBuilding): boolean {
  const planned = floors.flatMap(({ ordinal, rooms }) =>
    rooms.map((room) => ({ ...room, ordinal })),
  )
  if (planned.length === 0 || standing.length === 0) return true
  const ordinals = new Set(floors.map(({ ordinal }) => ordinal))
  const onFloors = standing.filter(({ ordinal }) => ordinals.has(ordinal))
  if (onFloors.length === 0) return true
  // One scale for both: cells of other latitudes would not line up.
  const perDegree = metresPerDegree(standing[0]?.latitude ?? 0)
  // Grid cell of a room and its neighbours, to avoid comparing all pairs.
  const cellsOf = (
    { longitude, latitude, ordinal }: Degrees & { ordinal: number },
    reach: number,
  ) => {
    const x = Math.round((longitude * perDegree.x) / SAME_ROOM_M)
    const y = Math.round((latitude * perDegree.y) / SAME_ROOM_M)
    const cells: string[] = []
    for (let dx = -reach; dx <= reach; dx += 1)
      for (let dy = -reach; dy <= reach; dy += 1) cells.push(`${ordinal}:${x + dx},${y + dy}`)
    return cells
  }
  const there = new Set(onFloors.flatMap((room) => cellsOf(room, 0)))
  const shared = planned.filter((room) => cellsOf(room, 1).some((cell) => there.has(cell))).length
  return shared >= SHARED_ROOMS * Math.min(planned.length, onFloors.length)
}
