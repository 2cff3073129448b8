/**
 * Finds impossible plans, in metres: a room outside its floor, overlapping rooms, a door away from
 * every wall.
 */
import { distanceBetween, nearestOn, planeAt, type Metres } from './plane.ts'
import {
  DOOR_REACH_M,
  MAX_OUTSIDE_M2,
  MAX_OVERLAP_M2,
  MAX_OVERLAP_SHARE,
  STANDS_IN_SHARE,
} from './planBounds.ts'
import type { Part, Polygon, Position } from './shapes.ts'

/** Outline first, then holes. The last corner may repeat the first. */
type Rings = readonly (readonly Metres[])[]

export interface CheckedPlan {
  outline: Rings
  /** `key` identifies the room in both versions of the plan. */
  rooms: readonly { key: string; rings: Rings }[]
  /** `lines`: the rings of an area, or a single line. */
  parts: readonly { key: string; kind: Part['kind']; isArea: boolean; lines: Rings }[]
}
export const placedFaultCodes = ['roomOutsideFloor', 'roomsOverlap', 'doorAwayFromWall'] as const
export type PlanFault =
  | { code: 'roomOutsideFloor'; room: number }
  | { code: 'roomsOverlap'; room: number; other: number }
  /** `room`: the nearest room, or null if there is none. */
  | { code: 'doorAwayFromWall'; part: number; room: number | null }

/** Rows per area: accurate to about a hundredth. */
const ROWS = 64
/**
 * Bounds the time for a malicious plan. A floor of 2,000 rooms has about 12,000 neighbouring pairs.
 */
const MAX_PAIRS = 40_000

/**
 * Returns the faults that `before` does not have. Imported plans may contain faults, and these must
 * not block a user who corrects a name. Yields often, so that the server can serve other requests.
 */
export function* planFaultSteps(
  plan: CheckedPlan,
  before: CheckedPlan | null,
): Generator<void, PlanFault[]> {
  const faults = yield* allFaults(plan)
  if (faults.length === 0 || before === null) return faults
  const had = new Set((yield* allFaults(before)).map((fault) => keyOf(before, fault)))
  return faults.filter((fault) => !had.has(keyOf(plan, fault)))
}

export function planFaults(plan: CheckedPlan, before: CheckedPlan | null): PlanFault[] {
  const steps = planFaultSteps(plan, before)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/**
 * Converts a floor from degrees. Walls, doors and windows have no id, so their position is the key.
 */
export function checkedPlan(floor: {
  outline: Polygon
  rooms: readonly { key: string; outline: Polygon }[]
  parts: readonly Part[]
}): CheckedPlan {
  const [longitude = 0, latitude = 0] = floor.outline.coordinates[0]?.[0] ?? []
  const plane = planeAt({ longitude, latitude })
  const inMetres = (positions: readonly Position[]): Metres[] =>
    positions.map(([x, y]) => plane.toMetres({ longitude: x, latitude: y }))
  const ringsOf = ({ coordinates }: Polygon): Rings => coordinates.map(inMetres)
  return {
    outline: ringsOf(floor.outline),
    rooms: floor.rooms.map(({ key, outline }) => ({ key, rings: ringsOf(outline) })),
    parts: floor.parts.map(({ kind, shape }) => {
      const lines = shape.type === 'Polygon' ? shape.coordinates : [shape.coordinates]
      return {
        kind,
        isArea: shape.type === 'Polygon',
        // The page returns degrees rounded by less than a millimetre; six decimals are a decimetre.
        key: (lines[0] ?? [])
          .flat()
          .map((degrees) => degrees.toFixed(6))
          .join(' '),
        lines: lines.map(inMetres),
      }
    }),
  }
}

function keyOf({ rooms, parts }: CheckedPlan, fault: PlanFault): string {
  const of = (index: number): string => rooms[index]?.key ?? ''
  switch (fault.code) {
    case 'roomOutsideFloor':
      return `outside ${of(fault.room)}`
    case 'roomsOverlap':
      return `overlap ${[of(fault.room), of(fault.other)].toSorted().join(' ')}`
    case 'doorAwayFromWall':
      return `door ${parts[fault.part]?.key}`
  }
}

function* allFaults({ outline, rooms, parts }: CheckedPlan): Generator<void, PlanFault[]> {
  const faults: PlanFault[] = []
  const shapes = rooms.map(({ rings }) => shapeOf(rings))
  const ground = sidesOf(outline)
  for (const [room, { sides, box, area }] of shapes.entries()) {
    yield
    const outside = area - areaWithin(sides, ground, box)
    if (outside > Math.max(MAX_OUTSIDE_M2, area * MAX_OVERLAP_SHARE))
      faults.push({ code: 'roomOutsideFloor', room })
  }
  for (const [room, other] of pairsOf(shapes)) {
    yield
    const [a, b] = [shapes[room], shapes[other]]
    if (a && b && doOverlap(a, b)) faults.push({ code: 'roomsOverlap', room, other })
  }
  const walls = [
    ...ground,
    ...shapes.flatMap(({ sides }) => sides),
    ...parts.flatMap(({ kind, isArea, lines }) =>
      kind === 'wall' ? (isArea ? sidesOf(lines) : lines.flatMap(piecesOf)) : [],
    ),
  ]
  for (const [part, { kind, lines }] of parts.entries()) {
    if (kind !== 'door') continue
    yield
    const middle = middleOf(lines[0] ?? [])
    if (!walls.some((wall) => metresTo(wall, middle) <= DOOR_REACH_M))
      faults.push({ code: 'doorAwayFromWall', part, room: roomBeside(shapes, middle) })
  }
  return faults
}

type Side = readonly [Metres, Metres]
interface Box {
  west: number
  east: number
  south: number
  north: number
}
interface Shape {
  sides: readonly Side[]
  box: Box
  area: number
}

const piecesOf = (line: readonly Metres[]): Side[] =>
  line.flatMap((to, index): Side[] => {
    const from = line[index - 1]
    return from === undefined ? [] : [[from, to]]
  })
const sidesOf = (rings: Rings): Side[] =>
  rings.flatMap((ring) => piecesOf([...ring, ...ring.slice(0, 1)]))

function shapeOf(rings: Rings): Shape {
  const sides = sidesOf(rings)
  const box = boxOf(rings[0] ?? [])
  return { sides, box, area: areaWithin(sides, sides, box) }
}

function boxOf(points: readonly Metres[]): Box {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity }
  for (const { x, y } of points) {
    box.west = Math.min(box.west, x)
    box.east = Math.max(box.east, x)
    box.south = Math.min(box.south, y)
    box.north = Math.max(box.north, y)
  }
  return box
}
function middleOf(points: readonly Metres[]): Metres {
  const { west, east, south, north } = boxOf(points)
  return { x: (west + east) / 2, y: (south + north) / 2 }
}

const common = (a: Box, b: Box): Box => ({
  west: Math.max(a.west, b.west),
  east: Math.min(a.east, b.east),
  south: Math.max(a.south, b.south),
  north: Math.min(a.north, b.north),
})
const sizeOf = ({ west, east, south, north }: Box): number =>
  Math.max(0, east - west) * Math.max(0, north - south)

function* pairsOf(shapes: readonly Shape[]): Generator<[number, number]> {
  const order = shapes
    .map(({ box }, index) => ({ box, index }))
    .toSorted((a, b) => a.box.west - b.box.west)
  let pairs = 0
  for (const [place, one] of order.entries()) {
    for (let next = place + 1; next < order.length; next += 1) {
      const other = order[next]
      if (other === undefined || other.box.west > one.box.east) break
      if (sizeOf(common(one.box, other.box)) <= MAX_OVERLAP_M2) continue
      pairs += 1
      if (pairs > MAX_PAIRS) return
      yield [Math.min(one.index, other.index), Math.max(one.index, other.index)]
    }
  }
}

function doOverlap(a: Shape, b: Shape): boolean {
  const [small, large] = a.area < b.area ? [a, b] : [b, a]
  const both = areaWithin(small.sides, large.sides, common(a.box, b.box))
  if (both <= Math.max(MAX_OVERLAP_M2, small.area * MAX_OVERLAP_SHARE)) return false
  // The smaller room stands in the other: a lift in a hall, a meeting room in an office.
  const standsIn =
    both > small.area * (1 - MAX_OVERLAP_SHARE) && small.area < large.area * STANDS_IN_SHARE
  return !standsIn
}

function areaWithin(a: readonly Side[], b: readonly Side[], box: Box): number {
  const high = (box.north - box.south) / ROWS
  if (!(high > 0)) return 0
  let wide = 0
  for (let row = 0; row < ROWS; row += 1) {
    const y = box.south + (row + 0.5) * high
    const one = crossings(a, y)
    if (one.length > 0) wide += inBoth(one, a === b ? one : crossings(b, y))
  }
  return wide * high
}

function crossings(sides: readonly Side[], y: number): number[] {
  const at: number[] = []
  for (const [a, b] of sides)
    if (a.y > y !== b.y > y) at.push(a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y))
  return at.sort((one, other) => one - other)
}

function inBoth(a: readonly number[], b: readonly number[]): number {
  let [sum, i, j] = [0, 0, 0]
  while (i + 1 < a.length && j + 1 < b.length) {
    const [from = 0, to = 0] = a.slice(i, i + 2)
    const [start = 0, end = 0] = b.slice(j, j + 2)
    sum += Math.max(0, Math.min(to, end) - Math.max(from, start))
    if (to < end) i += 2
    else j += 2
  }
  return sum
}

const metresTo = (side: Side, point: Metres): number =>
  distanceBetween(nearestOn(side, point).at, point)

function roomBeside(shapes: readonly Shape[], point: Metres): number | null {
  let best: { room: number; metres: number } | null = null
  for (const [room, { sides }] of shapes.entries())
    for (const side of sides) {
      const metres = metresTo(side, point)
      if (metres < (best?.metres ?? Infinity)) best = { room, metres }
    }
  return best?.room ?? null
}
