/**
 * How far one walks: a floor as a grid of half metres, walls closed, doors open, searched from a
 * point outwards. The same grid gives distances ('nearest'), and ways (the simulator).
 */
import { planeAt, type Degrees, type Metres, type Plane } from './plane.ts'
import { boundsOf, isInside } from './polygon.ts'
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
const LARGEST = 1_500_000 // cells; a hall of 600 m by 600 m

export function gridOf(floor: WalkFloor): Grid | null {
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
  for (const { kind, outline } of floor.rooms) fill(grid, outline, kind === 'closed' ? 0 : 1)
  const walls = floor.parts.filter(({ kind }) => kind !== 'door')
  for (const { shape } of walls) draw(grid, shape, 0)
  for (const { shape } of walls) if (shape.type === 'Polygon') fill(grid, shape, 0)
  // Venues without walls have rooms that touch: their outlines are the walls.
  if (walls.length === 0) for (const { outline } of floor.rooms) draw(grid, outline, 0)
  for (const { kind, shape } of floor.parts) {
    if (kind !== 'door') continue
    draw(grid, shape, 1, 1)
    if (shape.type === 'Polygon') fill(grid, shape, 1)
  }
  return grid
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

function fill(grid: Grid, shape: Polygon, value: 0 | 1): void {
  const bounds = boundsOf([shape])
  if (bounds === null) return
  const low = grid.plane.toMetres({ longitude: bounds.west, latitude: bounds.south })
  const high = grid.plane.toMetres({ longitude: bounds.east, latitude: bounds.north })
  for (let y = Math.floor(low.y / CELL) * CELL; y <= high.y + CELL; y += CELL) {
    for (let x = Math.floor(low.x / CELL) * CELL; x <= high.x + CELL; x += CELL) {
      const cell = cellOf(grid, { x: x + CELL / 4, y: y + CELL / 4 })
      if (cell >= 0 && isInside(shape, grid.plane.toDegrees(middleOf(grid, cell))))
        grid.open[cell] = value
    }
  }
}

/** Every cell that the outline or line passes; `reach` also its neighbours. */
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
 * The open cell at a point, or the nearest one within a few metres: a measured place may lie in a
 * wall.
 */
function openAt(grid: Grid, point: Degrees): number {
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

/** Whether one walks straight from one to the other, through open cells alone. */
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

/**
 * Everything that can be walked to from these points; each begins with the metres already behind
 * it.
 */
export function walkFrom(
  grid: Grid,
  starts: readonly { point: Degrees; behind: number }[],
): WalkingDistances {
  const metres = new Float64Array(grid.open.length).fill(Number.POSITIVE_INFINITY)
  const before = new Int32Array(grid.open.length).fill(-1)
  const queue = new Queue()
  for (const { point, behind } of starts) {
    const cell = openAt(grid, point)
    if (cell < 0 || behind >= (metres[cell] ?? 0)) continue
    metres[cell] = behind
    queue.push(cell, behind)
  }
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [cell, sofar] = next
    if (sofar > (metres[cell] ?? 0)) continue
    const column = cell % grid.width
    for (const [dx, dy, length] of steps) {
      if (column + dx < 0 || column + dx >= grid.width) continue
      const to = cell + dx + dy * grid.width
      if (to < 0 || to >= grid.open.length || grid.open[to] !== 1) continue
      // No squeezing through where two walls meet at a corner.
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

/** A binary heap of cells by their distance. */
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
