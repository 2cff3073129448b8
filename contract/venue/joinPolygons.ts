import type { Polygon, Position } from './shapes.ts'
import { areaOf } from './polygon.ts'

export const largest = (polygons: readonly Polygon[]): Polygon | null =>
  polygons.toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? null

/** Maximum joined parts, because the search for the nearest corners is quadratic. */
const MAX_PARTS = 50
const MAX_CORNERS = 5_000

/**
 * Joins all parts into one polygon by lines without width, which add no area. Returns null without
 * parts. `left`: number of omitted parts.
 */
export function joinPolygons(polygons: readonly Polygon[]): {
  outline: Polygon | null
  left: number
} {
  const sorted = polygons.toSorted((a, b) => areaOf(b) - areaOf(a))
  const [main, ...others] = sorted
  if (main === undefined) return { outline: null, left: 0 }
  let outline = main.coordinates[0] ?? []
  const holes = main.coordinates.slice(1)
  let left = 0
  for (const [index, { coordinates }] of others.entries()) {
    const [ring = [], ...inside] = coordinates
    if (index >= MAX_PARTS || ring.length * outline.length > MAX_CORNERS ** 2 / 10) {
      left += 1
      continue
    }
    outline = bridged(outline, ring)
    holes.push(...inside)
  }
  return { outline: { type: 'Polygon', coordinates: [outline, ...holes] }, left }
}

/** Both rings must have the same direction and end at their start. */
function bridged(one: readonly Position[], other: readonly Position[]): Position[] {
  let [best, from, to] = [Infinity, 0, 0]
  for (const [index, [x, y]] of one.entries())
    for (const [place, [otherX, otherY]] of other.entries()) {
      const distance = (x - otherX) ** 2 + (y - otherY) ** 2
      if (distance < best) [best, from, to] = [distance, index, place]
    }
  const open = other.slice(0, -1)
  const start = to % open.length
  const around = [...open.slice(start), ...open.slice(0, start + 1)]
  return [...one.slice(0, from + 1), ...around, ...one.slice(from)]
}

export function hullOf(shapes: readonly Polygon[]): Polygon | null {
  const points = shapes
    .flatMap(({ coordinates }) => coordinates[0] ?? [])
    .toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by)
  const half = (sorted: readonly Position[]): Position[] => {
    const line: Position[] = []
    for (const point of sorted) {
      while (line.length >= 2 && turn(line.at(-2), line.at(-1), point) <= 0) line.pop()
      line.push(point)
    }
    return line.slice(0, -1)
  }
  const ring = [...half(points), ...half(points.toReversed())]
  const [first] = ring
  return first === undefined || ring.length < 3
    ? null
    : { type: 'Polygon', coordinates: [[...ring, first]] }
}

const turn = (a: Position = [0, 0], b: Position = [0, 0], c: Position = [0, 0]): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
