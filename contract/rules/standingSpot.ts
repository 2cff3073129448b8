/** Whether one can stand at a spot of a floor: what lies outside or in a wall is no place of a tag. */
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

/** What is in no room and so near to one lies in the wall between, in metres. */
const WALL = 0.3

export function spotFault({ outline, rooms }: StandingFloor, spot: Spot): SpotFault | null {
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
