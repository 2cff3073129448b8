/**
 * Splits an outline that `joinPolygons` built back into drawn parts. Zero-width lines between parts, and
 * shared sides of touching parts, are not walls.
 */
import { isInRing, twiceArea } from './ring.ts'
import type { Polygon, Position } from './shapes.ts'

/** Degrees, about a centimetre. Corners closer than this are equal. */
const SAME = 1e-7
/**
 * Maximum corners for splitting. In larger outlines, shared sides are found only if they have the
 * same two corners.
 */
const MAX_SPLIT = 5_000

const known = new WeakMap<Polygon, readonly Polygon[]>()

/**
 * Returns the shape itself unless its outline passes a corner twice. `same`: tolerance in units of
 * the shape.
 */
export function outlineParts(shape: Polygon, same = SAME): readonly Polygon[] {
  const before = known.get(shape)
  if (before !== undefined) return before
  const parts = isJoined(shape) ? divided(shape, same) : [shape]
  known.set(shape, parts)
  return parts
}

export const ringsOf = (shape: Polygon): readonly Position[][] =>
  outlineParts(shape).flatMap(({ coordinates }) => coordinates)

function isJoined({ coordinates: [ring = []] }: Polygon): boolean {
  const corners = new Set(ring.map(([x, y]) => `${x},${y}`))
  return corners.size < ring.length - 1
}

function divided(shape: Polygon, same: number): readonly Polygon[] {
  const { rings, corners } = withOneCornerEach(shape.coordinates, same)
  const split = corners.length <= MAX_SPLIT ? splitter(corners, same) : null
  const sides = new Map<number, number[]>()
  const remove = (from: number, to: number): boolean => {
    const ends = sides.get(from) ?? []
    const at = ends.indexOf(to)
    if (at >= 0) ends.splice(at, 1)
    return at >= 0
  }
  for (const ring of rings)
    for (const [index, start] of ring.slice(0, -1).entries()) {
      const stops = [start, ...(split?.(start, ring[index + 1] ?? start) ?? []), ring[index + 1]]
      for (const [place, from] of stops.slice(0, -1).entries()) {
        const to = stops[place + 1]
        if (from === undefined || to === undefined || from === to || remove(to, from)) continue
        sides.set(from, [...(sides.get(from) ?? []), to])
      }
    }
  const loops = loopsOf(sides).map((loop) =>
    loop.map((corner): Position => corners[corner] ?? [0, 0]),
  )
  const parts = loops
    .map((ring) => ({ ring, size: twiceArea(ring) }))
    .filter(({ size }) => size > 0)
    .toSorted((one, other) => one.size - other.size)
    .map(({ ring }): Polygon => ({ type: 'Polygon', coordinates: [ring] }))
  for (const hole of loops) {
    if (twiceArea(hole) > 0) continue
    // tests the middle of a side, because a corner may lie on the outline
    const [[x, y] = [0, 0], [nextX, nextY] = [0, 0]] = hole
    parts
      .find(({ coordinates: [ring = []] }) => isInRing(ring, (x + nextX) / 2, (y + nextY) / 2))
      ?.coordinates.push(hole)
  }
  return parts.length === 0 ? [shape] : parts.reverse()
}

function withOneCornerEach(rings: readonly (readonly Position[])[], same: number) {
  const corners: Position[] = []
  const cells = new Map<string, number[]>()
  const cornerAt = ([x, y]: Position): number => {
    const [column, row] = [Math.round(x / same), Math.round(y / same)]
    for (const [dx, dy] of AROUND)
      for (const one of cells.get(`${column + dx} ${row + dy}`) ?? []) {
        const [otherX, otherY] = corners[one] ?? [0, 0]
        if (Math.hypot(x - otherX, y - otherY) < same) return one
      }
    const cell = `${column} ${row}`
    corners.push([x, y])
    cells.set(cell, [...(cells.get(cell) ?? []), corners.length - 1])
    return corners.length - 1
  }
  return { rings: rings.map((ring) => ring.map(cornerAt)), corners }
}
const AROUND = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))

function splitter(corners: readonly Position[], same: number) {
  const sorted = corners
    .map(([x, y], corner) => ({ x, y, corner }))
    .toSorted((one, other) => one.x - other.x)
  return (from: number, to: number): number[] => {
    const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [corners[from], corners[to]]
    const length = Math.hypot(bx - ax, by - ay)
    const [west, east] = [Math.min(ax, bx) - same, Math.max(ax, bx) + same]
    const found: { corner: number; along: number }[] = []
    for (let at = firstFrom(sorted, west); (sorted[at]?.x ?? Infinity) <= east; at += 1) {
      const { x = 0, y = 0, corner = from } = sorted[at] ?? {}
      const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
      const off = Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
      if (off < same && along > same && along < length - same) found.push({ corner, along })
    }
    return found.sort((one, other) => one.along - other.along).map(({ corner }) => corner)
  }
}

function firstFrom(sorted: readonly { x: number }[], west: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.x ?? Infinity) < west) low = middle + 1
    else high = middle
  }
  return low
}

/** Extracts rings that pass no corner twice. Consumes the sides. */
function loopsOf(sides: Map<number, number[]>): number[][] {
  const loops: number[][] = []
  for (const start of sides.keys()) {
    const path = [start]
    const places = new Map([[start, 0]])
    for (let here = start; ;) {
      const next = sides.get(here)?.pop()
      if (next === undefined) break
      const place = places.get(next)
      if (place === undefined) {
        places.set(next, path.length)
        path.push(next)
      } else {
        const loop = path.splice(place + 1)
        for (const corner of loop) places.delete(corner)
        if (loop.length > 1) loops.push([next, ...loop, next])
      }
      here = next
    }
  }
  return loops
}
