import { distanceBetween, nearestOn, type Metres } from '#contract/venue/plane.ts'
import type { Edge } from './shapes.ts'

export interface Held {
  /** Metres within which the pointer snaps. */
  reach: number
  corners: readonly Metres[]
  edges: readonly Edge[]
  /** The former corner, for straight walls. Null for the first. */
  from: Metres | null
  /** Metres between grid lines. 0 turns the grid off. */
  grid: number
}
export type SnappedTo = 'corner' | 'wall' | 'angle' | 'grid' | null

/** Snaps to a corner, else a wall, else a right angle, else the grid. */
export function snapped(at: Metres, held: Held): { at: Metres; to: SnappedTo } {
  const corner = nearest(held.corners, at, held.reach)
  if (corner !== null) return { at: corner, to: 'corner' }
  const square = held.from === null ? null : squareTo(held.from, at, held.reach)
  const onWall = nearest(
    held.edges.map((edge) => nearestOn(edge, square ?? at).at),
    square ?? at,
    held.reach,
  )
  if (onWall !== null) return { at: onWall, to: 'wall' }
  if (square !== null && held.from !== null) {
    const { x, y } = snapToGrid(square, held.grid)
    return {
      at: square.x === held.from.x ? { x: square.x, y } : { x, y: square.y },
      to: 'angle',
    }
  }
  return held.grid > 0 ? { at: snapToGrid(at, held.grid), to: 'grid' } : { at, to: null }
}

function nearest(points: readonly Metres[], at: Metres, reach: number): Metres | null {
  let [best, far] = [null as Metres | null, reach]
  for (const point of points) {
    const length = distanceBetween(point, at)
    if (length <= far) [best, far] = [point, length]
  }
  return best
}

function squareTo(from: Metres, at: Metres, reach: number): Metres | null {
  const [dx, dy] = [Math.abs(at.x - from.x), Math.abs(at.y - from.y)]
  if (Math.min(dx, dy) > reach) return null
  return dx < dy ? { x: from.x, y: at.y } : { x: at.x, y: from.y }
}

/** Snaps to the grid and rounds to centimetres, against floating point remainders. */
export const snapToGrid = ({ x, y }: Metres, grid: number): Metres =>
  grid === 0
    ? { x, y }
    : {
        x: Math.round(Math.round(x / grid) * grid * 1_000) / 1_000,
        y: Math.round(Math.round(y / grid) * grid * 1_000) / 1_000,
      }
