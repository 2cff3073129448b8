/** Validates a position on a floor: it must not be outside or in a wall. */
import { nearestOnRing } from '#contract/venue/nearRing.ts'
import { planeAt } from '#contract/venue/plane.ts'
import { isInside } from '#contract/venue/polygon.ts'
import type { Polygon } from '#contract/venue/shapes.ts'

interface Spot {
  longitude: number
  latitude: number
}
export interface StandingFloor {
  outline: Polygon
  rooms: readonly { kind: string; outline: Polygon }[]
}
export type SpotFault = 'outsideFloor' | 'inWall'

/** Metres. A position outside all rooms but closer than this to a room lies in the wall. */
const WALL = 0.3

export function standingSpotFault({ outline, rooms }: StandingFloor, spot: Spot): SpotFault | null {
  if (!isInside(outline, spot)) return 'outsideFloor'
  const inside = rooms.filter((room) => isInside(room.outline, spot))
  if (inside.length > 0) return inside.at(-1)?.kind === 'closed' ? 'inWall' : null
  const plane = planeAt(spot)
  const here = plane.toMetres(spot)
  return [outline, ...rooms.map((room) => room.outline)].some(
    (shape) => (nearestOnRing(shape, plane, here)?.metres ?? Infinity) < WALL,
  )
    ? 'inWall'
    : null
}
