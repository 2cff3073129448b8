import { distanceBetween, type Degrees, type Metres, type Plane } from './plane.ts'
import type { Part, Position, RoomKind } from './shapes.ts'
import { isOpenBetween, type Grid } from './walking.ts'

/** Relation of two positions, nearest first. `straight` means that no route is known. */
export const relations = ['sameRoom', 'sameCorridor', 'doors', 'floors', 'straight'] as const
export type Relation = (typeof relations)[number]

export type Doorway = readonly [Metres, Metres]

export interface Walk {
  points: Degrees[]
  /** A door passed twice counts once. */
  doors: number
}

/** Straightens a route of cells and leads it through the middle of each door. */
export function walkOf(grid: Grid, cells: readonly Degrees[], doorways: readonly Doorway[]): Walk {
  const passed = new Set<Doorway>()
  const pieces: Metres[][] = [[]]
  const points = cells.map((point) => grid.plane.toMetres(point))
  for (const [index, point] of points.entries()) {
    pieces.at(-1)?.push(point)
    const next = points[index + 1]
    const door = next && doorBetween(point, next, doorways)
    if (door === undefined) continue
    passed.add(door)
    const middle = middleOf(door)
    pieces.at(-1)?.push(middle)
    pieces.push([middle])
  }
  const kept = pieces.flatMap((piece, index) => inPieces(grid, piece).slice(index === 0 ? 0 : 1))
  return { points: kept.map((point) => grid.plane.toDegrees(point)), doors: passed.size }
}

const middleOf = ([a, b]: Doorway): Metres => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Returns the nearest, because a step may cross two adjacent ones. */
function doorBetween(from: Metres, to: Metres, doorways: readonly Doorway[]): Doorway | undefined {
  return doorways
    .filter(([a, b]) => doCross(from, to, a, b))
    .toSorted(
      (one, other) => distanceBetween(middleOf(one), from) - distanceBetween(middleOf(other), from),
    )[0]
}

function inPieces(grid: Grid, points: readonly Metres[]): Metres[] {
  const kept = points.slice(0, 1)
  let from = 0
  while (from < points.length - 1) {
    let to = from + 1
    while (to + 1 < points.length && isFree(grid, points[from], points[to + 1])) to += 1
    kept.push(...points.slice(to, to + 1))
    from = to
  }
  return kept
}

const isFree = (grid: Grid, from: Metres | undefined, to: Metres | undefined): boolean =>
  from !== undefined && to !== undefined && isOpenBetween(grid, from, to)

/** Metres. In the grid, a door is up to two cells wider on either side. */
const JAMB = 1

export function doorwaysOf(parts: readonly Part[], plane: Plane): Doorway[] {
  return parts.flatMap(({ kind, shape }): Doorway[] => {
    if (kind !== 'door') return []
    const ring = shape.type === 'Polygon' ? (shape.coordinates[0] ?? []) : shape.coordinates
    const ends = shape.type === 'Polygon' ? longAxis(ring, plane) : endsOf(ring, plane)
    return ends === null ? [] : [widened(ends)]
  })
}

const at = (plane: Plane, [longitude, latitude]: Position): Metres =>
  plane.toMetres({ longitude, latitude })

function endsOf(line: readonly Position[], plane: Plane): Doorway | null {
  const [first, last] = [line[0], line.at(-1)]
  return first === undefined || last === undefined ? null : [at(plane, first), at(plane, last)]
}

function longAxis(ring: readonly Position[], plane: Plane): Doorway | null {
  const points = ring.map((position) => at(plane, position))
  let best: { length: number; dx: number; dy: number } | null = null
  for (const [index, a] of points.entries()) {
    const b = points[index + 1]
    if (b === undefined) continue
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    if (length > (best?.length ?? 0)) best = { length, dx: b.x - a.x, dy: b.y - a.y }
  }
  if (best === null) return null
  const corners = points.slice(0, -1)
  const middle = {
    x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
    y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
  }
  return [
    { x: middle.x - best.dx / 2, y: middle.y - best.dy / 2 },
    { x: middle.x + best.dx / 2, y: middle.y + best.dy / 2 },
  ]
}

function widened([a, b]: Doorway): Doorway {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
  const [dx, dy] = [((b.x - a.x) / length) * JAMB, ((b.y - a.y) / length) * JAMB]
  return [
    { x: a.x - dx, y: a.y - dy },
    { x: b.x + dx, y: b.y + dy },
  ]
}

const side = (a: Metres, b: Metres, c: Metres): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

const doCross = (a: Metres, b: Metres, c: Metres, d: Metres): boolean =>
  side(a, b, c) > 0 !== side(a, b, d) > 0 && side(c, d, a) > 0 !== side(c, d, b) > 0

interface Place {
  roomId: number | null
  kind: RoomKind | null
}

export function relationOf(
  from: Place,
  to: Place,
  { isWalked, floorsAway, doors }: { isWalked: boolean; floorsAway: number; doors: number },
): Relation {
  if (!isWalked) return 'straight'
  if (floorsAway !== 0) return 'floors'
  const isSame = from.roomId !== null && from.roomId === to.roomId
  if (isSame && from.kind !== 'corridor') return 'sameRoom'
  const isWay = ({ kind }: Place): boolean => kind === 'corridor' || kind === null
  return isSame || (doors === 0 && isWay(from) && isWay(to)) ? 'sameCorridor' : 'doors'
}
