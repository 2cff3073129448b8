/** Computes the ground area of a body: its downward faces, seen from above. */

export interface Point3 {
  x: number
  y: number
  z: number
}
export type Triangle = readonly [Point3, Point3, Point3]
export interface Point2 {
  x: number
  y: number
}
/** Counter-clockwise and not closed: the last point differs from the first. Holes run clockwise. */
export interface Area {
  outline: Point2[]
  holes: Point2[][]
}

/** Metres. Corners closer than a millimetre are equal. */
const SAME = 0.001
/** Square metres of a room. Smaller rings are gaps between inaccurate faces. */
const SMALLEST = 0.01
/** Cosine of the slope: faces steeper than 60° are walls. */
const SLOPE = 0.5

/**
 * Areas, largest first. Empty if the body has no downward face. `smallest`: square metres below
 * which rings are dropped.
 */
export function footprintOf(triangles: readonly Triangle[], smallest = SMALLEST): Area[] {
  const down = triangles.filter((triangle) => slopeOf(triangle) < -SLOPE)
  // Some programs write bodies inside out.
  const floor = down.length > 0 ? down : triangles.filter((triangle) => slopeOf(triangle) > SLOPE)
  return areasOf(ringsOf(edgesOf(floor)), smallest)
}

/** Vertical component of the unit normal. */
function slopeOf([a, b, c]: Triangle): number {
  const [ux, uy, uz] = [b.x - a.x, b.y - a.y, b.z - a.z]
  const [vx, vy, vz] = [c.x - a.x, c.y - a.y, c.z - a.z]
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const length = Math.hypot(nx, ny, nz)
  return length === 0 ? 0 : nz / length
}

interface Edges {
  points: Map<string, Point2>
  from: Map<string, Set<string>>
}

/** Edges run counterclockwise around the area. */
function edgesOf(triangles: readonly Triangle[]): Edges {
  const points = new Map<string, Point2>()
  const from = new Map<string, Set<string>>()
  const key = ({ x, y }: Point2): string => {
    const name = `${Math.round(x / SAME)} ${Math.round(y / SAME)}`
    if (!points.has(name)) points.set(name, { x, y })
    return name
  }
  const remove = (one: string, other: string): boolean => from.get(one)?.delete(other) === true
  for (const triangle of triangles) {
    const corners = triangle.map(key)
    if (new Set(corners).size < 3) continue
    if (turnOf(triangle) < 0) corners.reverse()
    for (const [index, one] of corners.entries()) {
      const other = corners[(index + 1) % 3] ?? one
      if (remove(other, one)) continue
      const ends = from.get(one) ?? new Set()
      from.set(one, ends.add(other))
    }
  }
  return { points, from }
}

const turnOf = ([a, b, c]: readonly [Point2, Point2, Point2]): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

function ringsOf({ points, from }: Edges): Point2[][] {
  const rings: Point2[][] = []
  for (const start of from.keys())
    while ((from.get(start)?.size ?? 0) > 0) {
      const ring = ringFrom(start, points, from)
      if (ring !== null) rings.push(straight(ring))
    }
  return rings.filter((ring) => ring.length >= 3)
}

function ringFrom(start: string, points: Edges['points'], from: Edges['from']): Point2[] | null {
  const names = [start]
  let before: Point2 | undefined
  for (let here = start; ;) {
    const at = points.get(here)
    const next = at === undefined ? undefined : sharpest(before, at, from.get(here), points)
    if (at === undefined || next === undefined) return null
    from.get(here)?.delete(next)
    if (next === start) break
    names.push(next)
    before = at
    here = next
  }
  return names.flatMap((name) => points.get(name) ?? [])
}

/** Where areas meet in a corner, the sharpest left turn keeps their rings separate. */
function sharpest(
  before: Point2 | undefined,
  at: Point2,
  ends: ReadonlySet<string> | undefined,
  points: Edges['points'],
): string | undefined {
  const [first] = ends ?? []
  if (ends === undefined || ends.size < 2 || before === undefined) return first
  const back = Math.atan2(before.y - at.y, before.x - at.x)
  const clockwise = (name: string): number => {
    const end = points.get(name) ?? at
    const angle = back - Math.atan2(end.y - at.y, end.x - at.x)
    return angle <= 0 ? angle + 2 * Math.PI : angle
  }
  return [...ends].sort((one, other) => clockwise(one) - clockwise(other))[0]
}

function straight(ring: readonly Point2[]): Point2[] {
  const kept = [...ring]
  for (let index = 0; index < kept.length && kept.length > 3;) {
    const [a, b, c] = [kept.at(index - 1), kept[index], kept[(index + 1) % kept.length]]
    if (a === undefined || b === undefined || c === undefined) break
    const side = Math.hypot(c.x - a.x, c.y - a.y)
    if (side === 0 || Math.abs(turnOf([a, b, c])) / side < SAME) kept.splice(index, 1)
    else index += 1
  }
  return kept
}

function areasOf(rings: readonly Point2[][], smallest: number): Area[] {
  const large = rings.filter((ring) => Math.abs(sizeOf(ring)) >= smallest)
  const areas = large
    .filter((ring) => sizeOf(ring) > 0)
    .sort((one, other) => sizeOf(other) - sizeOf(one))
    .map((outline): Area => ({ outline, holes: [] }))
  for (const hole of large.filter((ring) => sizeOf(ring) < 0)) {
    // the smallest area that contains the hole
    const around = areas.findLast(({ outline }) => isInside(outline, hole))
    around?.holes.push(hole)
  }
  return areas
}

/** Square metres, negative if the ring runs clockwise. */
export function sizeOf(ring: readonly Point2[]): number {
  const [origin] = ring
  if (origin === undefined) return 0
  let twice = 0
  for (const [index, a] of ring.entries())
    twice += turnOf([origin, a, ring[(index + 1) % ring.length] ?? a])
  return twice / 2
}

function isInside(outline: readonly Point2[], [point]: readonly Point2[]): boolean {
  if (point === undefined) return false
  let inside = false
  for (const [index, a] of outline.entries()) {
    const b = outline.at(index - 1) ?? a
    if (a.y > point.y !== b.y > point.y) {
      const x = ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x
      if (point.x < x) inside = !inside
    }
  }
  return inside
}
