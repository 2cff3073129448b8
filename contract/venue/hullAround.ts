import { hullOf } from './joinPolygons.ts'
import { metresBetween } from './plane.ts'
import type { PlannedFloor } from './plan.ts'
import { labelPoint } from './polygon.ts'
import type { Polygon } from './shapes.ts'
import { middleOf } from './strays.ts'

const MAX_DISTANCE_M = 2_000 // metres; a more distant shape is an error

/** Convex hull of the contents, for a floor without an outline. */
export function hullAround({
  rooms: inside,
  parts: drawn,
}: Pick<PlannedFloor, 'rooms' | 'parts'>): Polygon | null {
  const shapes = [
    ...inside.map(({ outline }) => outline),
    ...drawn.flatMap(({ shape }) => (shape.type === 'Polygon' ? [shape] : [])),
  ]
  const home = middleOf(shapes.map(labelPoint))
  return home === null
    ? null
    : hullOf(shapes.filter((shape) => metresBetween(home, labelPoint(shape)) < MAX_DISTANCE_M))
}
