/** Polygon functions. Rings as in GeoJSON: the first is the outline, the others are holes. */
import type { Degrees } from './plane.ts'
import { isInRing, twiceArea } from './ring.ts'
import type { Polygon, Position } from './shapes.ts'

export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

export function isInside(shape: Polygon, { longitude, latitude }: Degrees): boolean {
  const [outline, ...holes] = shape.coordinates
  return (
    outline !== undefined &&
    isInRing(outline, longitude, latitude) &&
    !holes.some((hole) => isInRing(hole, longitude, latitude))
  )
}

export function boundsOf(shapes: readonly Polygon[]): Bounds | null {
  let bounds: Bounds | null = null
  for (const shape of shapes) {
    for (const [x, y] of shape.coordinates[0] ?? []) {
      bounds =
        bounds === null
          ? { west: x, east: x, south: y, north: y }
          : {
              west: Math.min(bounds.west, x),
              east: Math.max(bounds.east, x),
              south: Math.min(bounds.south, y),
              north: Math.max(bounds.north, y),
            }
    }
  }
  return bounds
}

export const isCounterClockwise = (ring: readonly Position[]): boolean => twiceArea(ring) > 0

/** Longer rings are not checked: the time is quadratic. */
const LOOKED_AT = 400

export function crossesItself(ring: readonly Position[]): boolean {
  if (ring.length > LOOKED_AT) return false
  const pieces = ring.length - 1
  for (let one = 0; one < pieces; one += 1) {
    for (let other = one + 2; other < pieces; other += 1) {
      if (one === 0 && other === pieces - 1) continue // the first and the last side are neighbours
      if (doCross(ring[one], ring[one + 1], ring[other], ring[other + 1])) return true
    }
  }
  return false
}

function doCross(
  a: Position | undefined,
  b: Position | undefined,
  c: Position | undefined,
  d: Position | undefined,
): boolean {
  if (!a || !b || !c || !d) return false
  const side = (from: Position, to: Position, point: Position) =>
    Math.sign((to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]))
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

export const areaOf = (shape: Polygon): number =>
  Math.abs(twiceArea(shape.coordinates[0] ?? [])) / 2

/** Sorts by size. A room may lie in a larger one, and a point in both belongs to the smaller. */
export const smallestFirst = <T extends { outline: Polygon }>(rooms: readonly T[]): T[] =>
  rooms.toSorted((a, b) => areaOf(a.outline) - areaOf(b.outline))

/**
 * Position of the label: the centroid if it is inside, or else the middle of the widest section at
 * its height.
 */
export function labelPoint(shape: Polygon): Degrees {
  const centroid = centroidOf(shape.coordinates[0] ?? [])
  if (isInside(shape, centroid)) return centroid
  const crossings = shape.coordinates
    .flatMap((ring) => crossingsAt(ring, centroid.latitude))
    .sort((a, b) => a - b)
  let widest: [number, number] | null = null
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from = 0, to = 0] = crossings.slice(index, index + 2)
    if (widest === null || to - from > widest[1] - widest[0]) widest = [from, to]
  }
  return widest === null
    ? centroid
    : { longitude: (widest[0] + widest[1]) / 2, latitude: centroid.latitude }
}

function centroidOf(ring: readonly Position[]): Degrees {
  const [originX, originY] = ring[0] ?? [0, 0]
  // products near zero keep their precision
  const moved = ring.map(([x, y]): Position => [x - originX, y - originY])
  const area = twiceArea(moved)
  if (Math.abs(area) < 1e-18) return { longitude: originX, latitude: originY }
  let x = 0
  let y = 0
  for (const [index, [ax, ay]] of moved.entries()) {
    const [bx, by] = moved[(index + 1) % moved.length] ?? [ax, ay]
    const cross = ax * by - bx * ay
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  return { longitude: originX + x / (3 * area), latitude: originY + y / (3 * area) }
}

function crossingsAt(ring: readonly Position[], y: number): number[] {
  return ring.flatMap(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay]
    return ay > y !== by > y ? [ax + ((bx - ax) * (y - ay)) / (by - ay)] : []
  })
}

/**
 * Returns `point` if it is inside the shape. Otherwise returns the last point inside on the way
 * from `inner`.
 */
export function clampInside(shape: Polygon, inner: Degrees, point: Degrees): Degrees {
  if (isInside(shape, point) || !isInside(shape, inner)) return point
  let [near, far] = [0, 1]
  for (let step = 0; step < 12; step += 1) {
    const middle = (near + far) / 2
    if (isInside(shape, between(inner, point, middle))) near = middle
    else far = middle
  }
  return between(inner, point, near * 0.985) // keeps off the wall
}

const between = (from: Degrees, to: Degrees, part: number): Degrees => ({
  longitude: from.longitude + (to.longitude - from.longitude) * part,
  latitude: from.latitude + (to.latitude - from.latitude) * part,
})
