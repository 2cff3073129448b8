/**
 * Walking distances: a floor as a grid of cells of half a metre, walls closed, each door open,
 * searched outwards from a point. Used for 'nearest' and for the simulator's routes.
 */
import { planeAt, type Degrees, type Metres, type Plane } from './plane.ts'
import { boundsOf } from './polygon.ts'
import { metresToRing } from './nearRing.ts'
import { outlineParts } from './outlineParts.ts'
import type { Line, Part, Polygon, Position, RoomKind } from './shapes.ts'

export interface WalkFloor {
  outline: Polygon
  rooms: readonly { kind: RoomKind; outline: Polygon }[]
  parts: readonly Part[]
}
export interface Grid {
  plane: Plane
  west: number
  south: number
  width: number
  height: number
  open: Uint8Array
}

const CELL = 0.5
const LARGEST = 1_500_000 // cells; a hall of about 600 m by 600 m

/**
 * Yields often, so that the server or page stays responsive. Returns null if the floor is too large
 * or empty.
 */
export function* gridSteps(floor: WalkFloor): Generator<void, Grid | null> {
  const bounds = boundsOf([floor.outline, ...floor.rooms.map(({ outline }) => outline)])
  if (bounds === null) return null
  const plane = planeAt({ longitude: bounds.west, latitude: bounds.south })
  const far = plane.toMetres({ longitude: bounds.east, latitude: bounds.north })
  const width = Math.ceil(far.x / CELL) + 2
  const height = Math.ceil(far.y / CELL) + 2
  if (width * height > LARGEST) return null
  const grid: Grid = {
    plane,
    west: -CELL,
    south: -CELL,
    width,
    height,
    open: new Uint8Array(width * height),
  }
  fill(grid, floor.outline, 1)
  for (const { kind, outline } of floor.rooms) {
    yield
    fill(grid, outline, kind === 'closed' ? 0 : 1)
  }
  const walls = floor.parts.filter(({ kind }) => kind !== 'door')
  for (const { shape } of walls) {
    yield
    draw(grid, shape, 0)
  }
  for (const { shape } of walls) if (shape.type === 'Polygon') fill(grid, shape, 0)
  for (const outline of outlinesAsWalls(floor, plane)) {
    yield
    draw(grid, outline, 0)
  }
  for (const { kind, shape } of floor.parts) {
    if (kind !== 'door') continue
    yield
    draw(grid, shape, 1, 1)
    if (shape.type === 'Polygon') fill(grid, shape, 1)
  }
  return grid
}

export const gridOf = (floor: WalkFloor): Grid | null => atOnce(gridSteps(floor))

function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/**
 * Corridors get no walls from their outlines: the neighbouring rooms have their own, and pieces of
 * a corridor are connected.
 */
const isOpenGround = (kind: RoomKind): boolean => kind === 'corridor' || kind === 'entrance'
const isShaft = (kind: RoomKind): boolean => kind === 'lift' || kind === 'stairs'

/** A door this close belongs to an outline: a thick wall's thickness. */
const AT_OUTLINE = 0.75 // metres

/** In venues without walls, rooms touch, so their outlines are the walls. */
const outlinesAsWalls = (floor: WalkFloor, plane: Plane): Iterable<Polygon> =>
  floor.parts.some(({ kind }) => kind === 'wall') ? [] : walledOutlines(floor, plane)

/**
 * Outlines of rooms that have walls. Stairs and lifts without a drawn door are open to the
 * corridor.
 */
export function* walledOutlines(
  { rooms, parts }: Pick<WalkFloor, 'rooms' | 'parts'>,
  plane: Plane,
): Generator<Polygon> {
  const doors = parts.flatMap(({ kind, shape }) =>
    kind === 'door' ? [middleOfShape(shape, plane)] : [],
  )
  for (const { kind, outline } of rooms) {
    if (isOpenGround(kind)) continue
    if (isShaft(kind) && !doors.some((door) => metresToRing(outline, plane, door) < AT_OUTLINE))
      continue
    yield* outlineParts(outline)
  }
}

function middleOfShape(shape: Polygon | Line, plane: Plane): Metres {
  const points = (shape.type === 'Polygon' ? (shape.coordinates[0] ?? []) : shape.coordinates).map(
    ([longitude, latitude]) => plane.toMetres({ longitude, latitude }),
  )
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / Math.max(1, points.length),
    y: points.reduce((sum, { y }) => sum + y, 0) / Math.max(1, points.length),
  }
}

const cellOf = (grid: Grid, { x, y }: Metres): number => {
  const column = Math.floor((x - grid.west) / CELL)
  const row = Math.floor((y - grid.south) / CELL)
  return column < 0 || row < 0 || column >= grid.width || row >= grid.height
    ? -1
    : row * grid.width + column
}
const middleOf = (grid: Grid, cell: number): Metres => ({
  x: grid.west + ((cell % grid.width) + 0.5) * CELL,
  y: grid.south + (Math.floor(cell / grid.width) + 0.5) * CELL,
})

/** Scan-line fill: row by row, between crossings of the row's middle with the rings. */
function fill(grid: Grid, shape: Polygon, value: 0 | 1): void {
  const crossings = new Map<number, number[]>()
  for (const ring of shape.coordinates) {
    let from: Metres | undefined
    for (const [longitude, latitude] of ring) {
      const to = grid.plane.toMetres({ longitude, latitude })
      if (from !== undefined) cross(grid, crossings, from, to)
      from = to
    }
  }
  for (const [row, xs] of crossings) {
    xs.sort((a, b) => a - b)
    for (let at = 0; at + 1 < xs.length; at += 2) {
      const first = Math.max(0, Math.ceil(((xs[at] ?? 0) - grid.west) / CELL - 0.5))
      const last = Math.min(
        grid.width - 1,
        Math.ceil(((xs[at + 1] ?? 0) - grid.west) / CELL - 0.5) - 1,
      )
      if (last >= first)
        grid.open.fill(value, row * grid.width + first, row * grid.width + last + 1)
    }
  }
}

function cross(grid: Grid, crossings: Map<number, number[]>, from: Metres, to: Metres): void {
  const [low, high] = from.y < to.y ? [from, to] : [to, from]
  const first = Math.max(0, Math.ceil((low.y - grid.south) / CELL - 0.5))
  const last = Math.min(grid.height - 1, Math.ceil((high.y - grid.south) / CELL - 0.5) - 1)
  for (let row = first; row <= last; row += 1) {
    const y = grid.south + (row + 0.5) * CELL
    const x = low.x + ((high.x - low.x) * (y - low.y)) / (high.y - low.y)
    const known = crossings.get(row)
    if (known === undefined) crossings.set(row, [x])
    else known.push(x)
  }
}

/** Sets every cell on the outline or line, and neighbours within `radius`. */
function draw(grid: Grid, shape: Polygon | Line, value: 0 | 1, radius = 0): void {
  const lines: readonly Position[][] =
    shape.type === 'Polygon' ? shape.coordinates : [shape.coordinates]
  for (const points of lines) {
    const metres = points.map(([longitude, latitude]) =>
      grid.plane.toMetres({ longitude, latitude }),
    )
    for (const [index, from] of metres.entries()) {
      const to = metres[index + 1]
      if (!to) continue
      const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (CELL / 2)))
      for (let step = 0; step <= steps; step += 1) {
        const point = {
          x: from.x + ((to.x - from.x) * step) / steps,
          y: from.y + ((to.y - from.y) * step) / steps,
        }
        for (let dx = -radius; dx <= radius; dx += 1) {
          for (let dy = -radius; dy <= radius; dy += 1) {
            const cell = cellOf(grid, { x: point.x + dx * CELL, y: point.y + dy * CELL })
            if (cell >= 0) grid.open[cell] = value
          }
        }
      }
    }
  }
}

/**
 * The open cell at a point or the nearest within 5 m, since a measured position may lie in a wall.
 * Returns -1 if there is none.
 */
export function openAt(grid: Grid, point: Degrees): number {
  const start = cellOf(grid, grid.plane.toMetres(point))
  if (start < 0) return -1
  if (grid.open[start] === 1) return start
  const column = start % grid.width
  const row = Math.floor(start / grid.width)
  for (let radius = 1; radius <= 10; radius += 1) {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        if (Math.max(Math.abs(dx), Math.abs(dy)) !== radius) continue
        const [x, y] = [column + dx, row + dy]
        if (
          x >= 0 &&
          y >= 0 &&
          x < grid.width &&
          y < grid.height &&
          grid.open[y * grid.width + x] === 1
        )
          return y * grid.width + x
      }
    }
  }
  return -1
}

export function isOpenBetween(grid: Grid, from: Metres, to: Metres): boolean {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const steps = Math.max(1, Math.ceil(length / (CELL / 4)))
  for (let step = 0; step <= steps; step += 1) {
    const cell = cellOf(grid, {
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    })
    if (cell < 0 || grid.open[cell] !== 1) return false
  }
  return true
}

export interface WalkingDistances {
  metresTo(point: Degrees): number
  wayTo(point: Degrees): Degrees[]
}

/** Distances from the nearest start. `behind` is the distance already walked, in metres. */
export const walkFrom = (grid: Grid, starts: readonly WalkStart[]): WalkingDistances =>
  atOnce(walkSteps(grid, starts))

interface WalkStart {
  point: Degrees
  behind: number
}
const CELLS_A_STEP = 4_000

function* walkSteps(grid: Grid, starts: readonly WalkStart[]): Generator<void, WalkingDistances> {
  const metres = new Float64Array(grid.open.length).fill(Number.POSITIVE_INFINITY)
  const before = new Int32Array(grid.open.length).fill(-1)
  const queue = new Queue()
  for (const { point, behind } of starts) {
    const cell = openAt(grid, point)
    if (cell < 0 || behind >= (metres[cell] ?? 0)) continue
    metres[cell] = behind
    queue.push(cell, behind)
  }
  let taken = 0
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    taken += 1
    if (taken % CELLS_A_STEP === 0) yield
    const [cell, sofar] = next
    if (sofar > (metres[cell] ?? 0)) continue
    const column = cell % grid.width
    for (const [dx, dy, length] of steps) {
      if (column + dx < 0 || column + dx >= grid.width) continue
      const to = cell + dx + dy * grid.width
      if (to < 0 || to >= grid.open.length || grid.open[to] !== 1) continue
      // No diagonal step where two walls meet at a corner.
      if (
        dx !== 0 &&
        dy !== 0 &&
        (grid.open[cell + dx] !== 1 || grid.open[cell + dy * grid.width] !== 1)
      )
        continue
      const total = sofar + length
      if (total >= (metres[to] ?? 0)) continue
      metres[to] = total
      before[to] = cell
      queue.push(to, total)
    }
  }
  return {
    metresTo(point) {
      const cell = openAt(grid, point)
      return cell < 0 ? Number.POSITIVE_INFINITY : (metres[cell] ?? Number.POSITIVE_INFINITY)
    },
    wayTo(point) {
      const cells: number[] = []
      for (
        let cell = openAt(grid, point);
        cell >= 0 && Number.isFinite(metres[cell]);
        cell = before[cell] ?? -1
      )
        cells.push(cell)
      return cells.reverse().map((cell) => grid.plane.toDegrees(middleOf(grid, cell)))
    },
  }
}

const steps: readonly (readonly [dx: number, dy: number, length: number])[] = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy, CELL * Math.hypot(dx, dy)] as const))
  .filter(([, , length]) => length > 0)

class Queue {
  private readonly cells: number[] = []
  private readonly keys: number[] = []

  push(cell: number, key: number): void {
    let at = this.cells.length
    this.cells.push(cell)
    this.keys.push(key)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((this.keys[parent] ?? 0) <= key) break
      this.put(at, parent)
      at = parent
    }
    this.cells[at] = cell
    this.keys[at] = key
  }

  pop(): [number, number] | undefined {
    const [cell, key] = [this.cells[0], this.keys[0]]
    if (cell === undefined || key === undefined) return undefined
    const lastCell = this.cells.pop() ?? 0
    const lastKey = this.keys.pop() ?? 0
    const size = this.cells.length
    if (size > 0) {
      let at = 0
      for (;;) {
        const left = at * 2 + 1
        if (left >= size) break
        const child =
          left + 1 < size && (this.keys[left + 1] ?? 0) < (this.keys[left] ?? 0) ? left + 1 : left
        if ((this.keys[child] ?? 0) >= lastKey) break
        this.put(at, child)
        at = child
      }
      this.cells[at] = lastCell
      this.keys[at] = lastKey
    }
    return [cell, key]
  }

  private put(at: number, from: number): void {
    this.cells[at] = this.cells[from] ?? 0
    this.keys[at] = this.keys[from] ?? 0
  }
}
