/**
 * A floor as a grid of cells of half a metre: which are open, which room each belongs to, and its
 * distance to each gateway.
 */
import type { Metres } from '#contract/venue/plane.ts'

/** Outline first, then holes, in metres of the building's plane. */
type Rings = readonly (readonly Metres[])[]
export interface FloorShape {
  floorId: number
  buildingId: number
  ordinal: number
  outline: Rings
  /** Of nested rooms, the innermost first. */
  rooms: readonly { id: number; isClosed: boolean; outline: Rings }[]
}
export interface Ground {
  floorId: number
  buildingId: number
  ordinal: number
  cell: number
  west: number
  south: number
  width: number
  height: number
  open: Uint8Array
  /** 0 means no room. Otherwise the index in `roomIds` plus 1. */
  rooms: Uint16Array
  roomIds: readonly number[]
  tables: Map<number, LossTable>
}
/** -10 · log10(distance) in the cells around one gateway. */
export interface LossTable {
  x: number
  y: number
  west: number
  south: number
  width: number
  height: number
  values: Float32Array
}

const CELL = 0.5
const LARGEST = 400_000
/** Metres around the outline, since plans are inaccurate. */
const MARGIN = 1
/**
 * Square metres. A tag is carried at one metre; a gateway hangs at two and a half or lies on a
 * table.
 */
const HEIGHT_SQUARED = 1
/** Metres. More distant cells use the value of the table's edge. */
const REACH = 40

export function groundOf({ floorId, buildingId, ordinal, outline, rooms }: FloorShape): Ground {
  const points = [outline, ...rooms.map((room) => room.outline)].flatMap((rings) => rings[0] ?? [])
  const [west, south, east, north] = points.reduce(
    ([w, s, e, n], { x, y }) => [Math.min(w, x), Math.min(s, y), Math.max(e, x), Math.max(n, y)],
    [Infinity, Infinity, -Infinity, -Infinity],
  )
  let cell = CELL
  const cellsOf = () => ((east - west) / cell + 4) * ((north - south) / cell + 4)
  while (points.length > 0 && cellsOf() > LARGEST) cell *= 2
  const size = (length: number) =>
    points.length === 0 ? 1 : Math.ceil((length + 2 * MARGIN) / cell)
  const [width, height] = [size(east - west), size(north - south)]
  const ground: Ground = {
    floorId,
    buildingId,
    ordinal,
    cell,
    west: points.length === 0 ? 0 : west - MARGIN,
    south: points.length === 0 ? 0 : south - MARGIN,
    width,
    height,
    open: new Uint8Array(width * height),
    rooms: new Uint16Array(width * height),
    roomIds: rooms.map(({ id }) => id),
    tables: new Map(),
  }
  fill(ground, outline, (at) => (ground.open[at] = 1))
  for (const [index, room] of rooms.entries())
    fill(ground, room.outline, (at) => {
      if (ground.rooms[at] !== 0) return
      ground.rooms[at] = index + 1
      ground.open[at] = room.isClosed ? 0 : 1
    })
  return ground
}

/** Scan-line fill: row by row, between crossings of the row's middle with the rings. */
function fill(ground: Ground, rings: Rings, put: (at: number) => void): void {
  const { cell, west, south, width, height } = ground
  const crossings: number[][] = []
  for (const ring of rings) {
    for (const [index, { x, y }] of ring.entries()) {
      const { x: nextX, y: nextY } = ring[(index + 1) % ring.length] ?? { x, y }
      if (y === nextY) continue
      const first = Math.max(0, Math.ceil((Math.min(y, nextY) - south) / cell - 0.5))
      const last = Math.min(height - 1, Math.ceil((Math.max(y, nextY) - south) / cell - 0.5) - 1)
      for (let row = first; row <= last; row += 1) {
        const at = south + (row + 0.5) * cell
        ;(crossings[row] ??= []).push(x + ((at - y) * (nextX - x)) / (nextY - y))
      }
    }
  }
  for (const [row, found] of crossings.entries()) {
    const sorted = found?.sort((a, b) => a - b) ?? []
    for (let index = 0; index + 1 < sorted.length; index += 2) {
      const from = Math.max(0, Math.ceil(((sorted[index] ?? 0) - west) / cell - 0.5))
      const to = Math.min(width - 1, Math.floor(((sorted[index + 1] ?? 0) - west) / cell - 0.5))
      for (let column = from; column <= to; column += 1) put(row * width + column)
    }
  }
}

export const pathLossAt = (dx: number, dy: number): number =>
  -5 * Math.log10(dx * dx + dy * dy + HEIGHT_SQUARED)

/** Cached per gateway until it moves. */
export function tableOf(
  ground: Ground,
  { gatewayId, x, y }: Metres & { gatewayId: number },
): LossTable {
  const known = ground.tables.get(gatewayId)
  if (known && known.x === x && known.y === y) return known
  const { cell } = ground
  const column = Math.round((x - ground.west) / cell)
  const row = Math.round((y - ground.south) / cell)
  const reach = Math.ceil(REACH / cell)
  const between = (value: number, high: number) => Math.min(high, Math.max(0, value))
  const [west, south] = [
    between(column - reach, ground.width - 1),
    between(row - reach, ground.height - 1),
  ]
  const width = between(column + reach, ground.width - 1) - west + 1
  const height = between(row + reach, ground.height - 1) - south + 1
  const values = new Float32Array(width * height)
  for (let j = 0; j < height; j += 1)
    for (let i = 0; i < width; i += 1)
      values[j * width + i] = pathLossAt(
        ground.west + (west + i + 0.5) * cell - x,
        ground.south + (south + j + 0.5) * cell - y,
      )
  const table = { x, y, west, south, width, height, values }
  ground.tables.set(gatewayId, table)
  return table
}
