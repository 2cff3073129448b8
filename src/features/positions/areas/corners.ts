/** An area's corners in metres east and north of the floor's corner, as measured with a tape. */
import { planeAt, type Metres } from '#contract/venue/plane.ts'
import { boundsOf } from '#contract/venue/polygon.ts'
import type { Polygon, Position } from '#contract/venue/shapes.ts'

export interface FloorScale {
  toMetres(corner: Position): Metres
  toCorner(point: Metres): Position
}

export function makeFloorScale(floor: Polygon): FloorScale {
  const { west, south } = boundsOf([floor]) ?? { west: 0, south: 0 }
  const plane = planeAt({ longitude: west, latitude: south })
  return {
    toMetres: ([longitude, latitude]) => plane.toMetres({ longitude, latitude }),
    toCorner: (point) => {
      const { longitude, latitude } = plane.toDegrees(point)
      return [Number(longitude.toFixed(9)), Number(latitude.toFixed(9))]
    },
  }
}

export const applyTouch = (
  corners: readonly Position[],
  chosen: number | null,
  at: Position,
): Position[] =>
  chosen === null || chosen >= corners.length
    ? [...corners, at]
    : corners.map((corner, index) => (index === chosen ? at : corner))

export function splitAfter(corners: readonly Position[], index: number): Position[] {
  const corner = corners[index]
  const next = corners[(index + 1) % corners.length]
  if (corner === undefined || next === undefined) return [...corners]
  const middle: Position = [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2]
  return [...corners.slice(0, index + 1), middle, ...corners.slice(index + 1)]
}

export const withoutCorner = (corners: readonly Position[], index: number): Position[] =>
  corners.filter((_, at) => at !== index)

export const cornersOf = ({ coordinates: [ring = []] }: Polygon): Position[] => ring.slice(0, -1)

export function squareIn(tape: FloorScale, middle: Position, side = 4): Position[] {
  const { x, y } = tape.toMetres(middle)
  const half = side / 2
  return [
    { x: x - half, y: y - half },
    { x: x + half, y: y - half },
    { x: x + half, y: y + half },
    { x: x - half, y: y + half },
  ].map(tape.toCorner)
}
