import { metresBetween } from './plane.ts'
import type { PlannedFloor } from './plan.ts'
import { boundsOf, labelPoint } from './polygon.ts'
import type { Polygon } from './shapes.ts'
import { middleOf } from './strays.ts'

const MAX_DISTANCE_M = 2_000 // metres; a more distant shape is an error

/** Bounding box of the contents, for a floor without an outline. */
export function boxAround({
  rooms: inside,
  parts: drawn,
}: Pick<PlannedFloor, 'rooms' | 'parts'>): Polygon | null {
  const shapes = [
    ...inside.map(({ outline }) => outline),
    ...drawn.flatMap(({ shape }) => (shape.type === 'Polygon' ? [shape] : [])),
  ]
  const home = middleOf(shapes.map(labelPoint))
  const bounds =
    home === null
      ? null
      : boundsOf(shapes.filter((shape) => metresBetween(home, labelPoint(shape)) < MAX_DISTANCE_M))
  if (bounds === null) return null
  const { west, south, east, north } = bounds
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  }
}
