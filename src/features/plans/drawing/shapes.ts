import { outlineParts } from '#contract/venue/outlineParts.ts'
import { distanceBetween, type Metres } from '#contract/venue/plane.ts'

export type Edge = readonly [from: Metres, to: Metres]

export const wallEdges = (corners: readonly Metres[]): Edge[] =>
  corners.map((from, index) => [from, corners[(index + 1) % corners.length] ?? from])

/** Metres. Corners closer than this are equal. */
const SAME_M = 0.01
const partsOfCorners = new WeakMap<readonly Metres[], Metres[][]>()

/** Splits an outline into rings, without the lines that join parts of an import. */
export function ringsOf(corners: readonly Metres[]): readonly (readonly Metres[])[] {
  const known = partsOfCorners.get(corners)
  if (known !== undefined) return known
  const ring = [...corners, ...corners.slice(0, 1)].map(({ x, y }): [number, number] => [x, y])
  const rings = outlineParts({ type: 'Polygon', coordinates: [ring] }, SAME_M).flatMap(
    ({ coordinates }) => coordinates.map((one) => one.slice(0, -1).map(([x, y]) => ({ x, y }))),
  )
  partsOfCorners.set(corners, rings)
  return rings
}
export const sidesOf = (corners: readonly Metres[]): Edge[] => ringsOf(corners).flatMap(wallEdges)

/** Twice the area, positive if counterclockwise. */
const twiceArea = (corners: readonly Metres[]): number =>
  wallEdges(corners).reduce((sum, [a, b]) => sum + (a.x * b.y - b.x * a.y), 0)
export const areaOf = (corners: readonly Metres[]): number => Math.abs(twiceArea(corners)) / 2
/** Returns the corners counterclockwise, as outlines are stored. */
export const toCounterclockwise = (corners: readonly Metres[]): readonly Metres[] =>
  twiceArea(corners) < 0 ? corners.toReversed() : corners

export interface Box {
  x: number
  y: number
  wide: number
  deep: number
}
export function boxOf(points: readonly Metres[]): Box | null {
  if (points.length === 0) return null
  const [x, y] = [Math.min(...points.map((one) => one.x)), Math.min(...points.map((one) => one.y))]
  return {
    x,
    y,
    wide: Math.max(...points.map((one) => one.x)) - x,
    deep: Math.max(...points.map((one) => one.y)) - y,
  }
}
export const rectangle = (a: Metres, b: Metres): Metres[] => {
  const [west, east] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const [south, north] = [Math.min(a.y, b.y), Math.max(a.y, b.y)]
  return [
    { x: west, y: south },
    { x: east, y: south },
    { x: east, y: north },
    { x: west, y: north },
  ]
}

export function isWithin(corners: readonly Metres[], { x, y }: Metres): boolean {
  let inside = false
  for (const [a, b] of wallEdges(corners))
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  return inside
}

export function middleOf(corners: readonly Metres[]): Metres {
  const area = twiceArea(corners)
  const [first = { x: 0, y: 0 }] = corners
  if (Math.abs(area) < 1e-9) return first
  let [x, y] = [0, 0]
  for (const [a, b] of wallEdges(corners)) {
    const [ax, ay, bx, by] = [a.x - first.x, a.y - first.y, b.x - first.x, b.y - first.y]
    const cross = ax * by - bx * ay
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  return { x: first.x + x / (3 * area), y: first.y + y / (3 * area) }
}

const turnOf = (a: Metres, b: Metres, point: Metres): number =>
  (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
const side = (a: Metres, b: Metres, point: Metres): number => {
  const turn = turnOf(a, b, point)
  return Math.abs(turn) < 1e-9 ? 0 : Math.sign(turn)
}
const isBetween = (a: Metres, b: Metres, point: Metres): boolean =>
  side(a, b, point) === 0 &&
  point.x >= Math.min(a.x, b.x) - 1e-9 &&
  point.x <= Math.max(a.x, b.x) + 1e-9 &&
  point.y >= Math.min(a.y, b.y) - 1e-9 &&
  point.y <= Math.max(a.y, b.y) + 1e-9
const doMeet = ([a, b]: Edge, [c, d]: Edge): boolean =>
  (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) ||
  isBetween(a, b, c) ||
  isBetween(a, b, d) ||
  isBetween(c, d, a) ||
  isBetween(c, d, b)

/** True if two walls cross or touch, or one runs back over its predecessor. */
export function crossesItself(corners: readonly Metres[]): boolean {
  const edges = wallEdges(corners)
  return edges.some((one, index) =>
    edges.slice(index + 1).some((other, step) => {
      const between = step + 1
      if (between === 1) return isBetween(one[0], one[1], other[1])
      if (between === edges.length - 1) return isBetween(one[0], one[1], other[0])
      return doMeet(one, other)
    }),
  )
}

export const removeStraightCorners = (corners: readonly Metres[]): Metres[] =>
  corners.filter((corner, index) => {
    const before = corners[(index + corners.length - 1) % corners.length]
    return corners.length === 1 || before === undefined || distanceBetween(corner, before) > 0.005
  })

/** The convex hull of the points, `off` metres outside, to the millimetre. */
export function hullWithMargin(points: readonly Metres[], off: number): Metres[] {
  const spread = points
    .flatMap(({ x, y }) => rectangle({ x: x - off, y: y - off }, { x: x + off, y: y + off }))
    .map(({ x, y }) => ({ x: Math.round(x * 1_000), y: Math.round(y * 1_000) }))
    .toSorted((a, b) => a.x - b.x || a.y - b.y)
  const half = (sorted: readonly Metres[]): Metres[] => {
    const line: Metres[] = []
    for (const point of sorted) {
      for (;;) {
        const [a, b] = line.slice(-2)
        if (a === undefined || b === undefined || turnOf(a, b, point) > 0) break
        line.pop()
      }
      line.push(point)
    }
    return line.slice(0, -1)
  }
  return [...half(spread), ...half(spread.toReversed())].map(({ x, y }) => ({
    x: x / 1_000,
    y: y / 1_000,
  }))
}

/** The two parts of an outline cut by a line. Null unless there are exactly two. */
export function parted(corners: readonly Metres[], [from, to]: Edge): [Metres[], Metres[]] | null {
  if (distanceBetween(from, to) < 0.01) return null
  const pieces: [Metres[], Metres[]] = [[], []]
  let crossings = 0
  for (const [a, b] of wallEdges(corners)) {
    const [before, after] = [side(from, to, a), side(from, to, b)]
    if (before >= 0) pieces[0].push(a)
    if (before <= 0) pieces[1].push(a)
    if (before === 0) crossings += 1
    if (before * after < 0) {
      const [da, db] = [distance(from, to, a), distance(from, to, b)]
      const share = da / (da + db)
      const cut = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
      pieces[0].push(cut)
      pieces[1].push(cut)
      crossings += 1
    }
  }
  return crossings === 2 && pieces.every((piece) => areaOf(piece) > 0) ? pieces : null
}

const distance = (a: Metres, b: Metres, point: Metres): number => Math.abs(turnOf(a, b, point))
