/** Ground covered by thin upright bodies, as the narrowest rectangles around them. */
import { hullOf } from '#contract/venue/joinPolygons.ts'
import type { Point2 } from './footprint.ts'

/** Metres: a straight wall is at most this deep. A wider rectangle goes around a corner or a bend. */
const DEEPEST = 0.8
/** Metres. Minimum depth, for a pane of glass without depth. */
const THINNEST = 0.02

/** One rectangle if all bodies are in a line; otherwise one around each body. */
export function stripsOf(bodies: readonly (readonly Point2[])[]): Point2[][] {
  const whole = narrowestAround(bodies.flat())
  if (whole === null) return []
  if (whole.depth <= DEEPEST) return [whole.corners]
  return bodies.flatMap((body) => {
    const own = narrowestAround(body)
    return own === null ? [] : [own.corners]
  })
}

/** Narrowest rectangle, counterclockwise. Null if all points coincide. */
function narrowestAround(points: readonly Point2[]): { corners: Point2[]; depth: number } | null {
  const hull = hullOf([
    { type: 'Polygon', coordinates: [points.map(({ x, y }): [number, number] => [x, y])] },
  ])
  const ring = hull?.coordinates[0] ?? endsOf(points)
  let best: { corners: Point2[]; depth: number } | null = null
  for (const [index, [x, y]] of ring.slice(0, -1).entries()) {
    const [nextX, nextY] = ring[index + 1] ?? [x, y]
    const length = Math.hypot(nextX - x, nextY - y)
    if (length === 0) continue
    const [cos, sin] = [(nextX - x) / length, (nextY - y) / length]
    const along = ring.map(([px, py]) => px * cos + py * sin)
    const across = ring.map(([px, py]) => py * cos - px * sin)
    const [from, to] = [Math.min(...along), Math.max(...along)]
    const [low, high] = [Math.min(...across), Math.max(...across)]
    const depth = high - low
    if (best !== null && depth >= best.depth) continue
    const more = Math.max(0, THINNEST - depth) / 2
    const at = (a: number, b: number): Point2 => ({ x: a * cos - b * sin, y: a * sin + b * cos })
    best = {
      depth,
      corners: [
        at(from, low - more),
        at(to, low - more),
        at(to, high + more),
        at(from, high + more),
      ],
    }
  }
  return best
}

/** Collinear points have no hull, so their two ends are used. */
function endsOf(points: readonly Point2[]): [number, number][] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y)
  const [first, last] = [sorted[0], sorted.at(-1)]
  return first === undefined || last === undefined
    ? []
    : [
        [first.x, first.y],
        [last.x, last.y],
      ]
}
