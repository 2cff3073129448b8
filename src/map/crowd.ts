/**
 * Selects what to draw of a crowd: interpolated positions, culling, and thinning of overlapping
 * marks. Plain numbers in and out; the layer uploads them to the GPU.
 */
import { mercatorOf, mercatorPerMetre, type Mercator } from './mercator.ts'
import type { Movers } from './movers.ts'

/** Metres east and north of an origin. */
export interface Ways {
  ids: Int32Array
  fromX: Float32Array
  fromY: Float32Array
  /** Drawn positions: beside the true ones if other marks are there. */
  toX: Float32Array
  toY: Float32Array
  trueX: Float32Array
  trueY: Float32Array
  hidden: Uint8Array
  count: number
}
export interface Origin extends Mercator {
  perMetre: number
}
/** The visible area in metres, and the metres per pixel. */
export interface View {
  west: number
  east: number
  south: number
  north: number
  metresPerPixel: number
}

export const emptyWays = (): Ways => ({
  ids: new Int32Array(0),
  fromX: new Float32Array(0),
  fromY: new Float32Array(0),
  toX: new Float32Array(0),
  toY: new Float32Array(0),
  trueX: new Float32Array(0),
  trueY: new Float32Array(0),
  hidden: new Uint8Array(0),
  count: 0,
})

export const originAt = (longitude: number, latitude: number): Origin => ({
  ...mercatorOf({ longitude, latitude }),
  perMetre: mercatorPerMetre(latitude),
})

/** Metres. Larger moves jump: another building, or a first guess. */
const A_JUMP = 40

/** From the shown position (`part` of the way) to the new one. */
export function waysTo(movers: Movers, before: Ways, part: number, origin: Origin): Ways {
  const { count } = movers
  const ways: Ways = {
    ids: movers.ids.slice(0, count),
    fromX: new Float32Array(count),
    fromY: new Float32Array(count),
    toX: new Float32Array(count),
    toY: new Float32Array(count),
    trueX: new Float32Array(count),
    trueY: new Float32Array(count),
    hidden: new Uint8Array(count),
    count,
  }
  let placeOf: Map<number, number> | undefined
  const placed = (id: number, guess: number): number => {
    if (before.ids[guess] === id && guess < before.count) return guess
    placeOf ??= new Map(
      Array.from(before.ids.subarray(0, before.count), (known, place) => [known, place]),
    )
    return placeOf.get(id) ?? -1
  }
  for (let place = 0; place < count; place += 1) {
    const at = mercatorOf({
      longitude: movers.longitudes[place] ?? 0,
      latitude: movers.latitudes[place] ?? 0,
    })
    const toX = (at.x - origin.x) / origin.perMetre
    const toY = (origin.y - at.y) / origin.perMetre
    const old = placed(movers.ids[place] ?? 0, place)
    const fromX = old < 0 ? toX : between(before.fromX[old] ?? toX, before.toX[old] ?? toX, part)
    const fromY = old < 0 ? toY : between(before.fromY[old] ?? toY, before.toY[old] ?? toY, part)
    const isFar = Math.abs(toX - fromX) + Math.abs(toY - fromY) > A_JUMP
    ways.toX[place] = toX
    ways.toY[place] = toY
    ways.trueX[place] = toX
    ways.trueY[place] = toY
    ways.fromX[place] = isFar ? toX : fromX
    ways.fromY[place] = isFar ? toY : fromY
  }
  return ways
}

export function setOffRoute(
  ways: Ways,
  part: number,
  { x, y, hidden }: { x: Float32Array; y: Float32Array; hidden: Uint8Array },
): void {
  for (let place = 0; place < ways.count; place += 1) {
    const wasHidden = ways.hidden[place] === 1
    const [toX, toY] = [x[place] ?? 0, y[place] ?? 0]
    const fromX = between(ways.fromX[place] ?? toX, ways.toX[place] ?? toX, part)
    const fromY = between(ways.fromY[place] ?? toY, ways.toY[place] ?? toY, part)
    ways.fromX[place] = wasHidden ? toX : fromX
    ways.fromY[place] = wasHidden ? toY : fromY
    ways.toX[place] = toX
    ways.toY[place] = toY
  }
  ways.hidden = hidden
}

const between = (from: number, to: number, part: number): number => from + (to - from) * part

/** Larger crowds are thinned; smaller ones are drawn completely. */
const CROWD = 2_000
/** Marks of a dozen pixels closer than this look like one. */
const PIXELS_APART = 4
/** Pixels of the selected mark, which is larger and always drawn. */
const CHOSEN = 8

/** The indexes to draw, in order. `seen` is reused memory. */
export function drawnOf(
  movers: Movers,
  ways: Ways,
  view: View,
  seen: { bits: Uint8Array },
): Int32Array {
  const drawn = new Int32Array(ways.count)
  const cell = view.metresPerPixel * PIXELS_APART
  const columns = Math.ceil((view.east - view.west) / cell) + 1
  const rows = Math.ceil((view.north - view.south) / cell) + 1
  const isThinned = ways.count > CROWD && columns * rows < 4_000_000
  if (isThinned) {
    if (seen.bits.length < columns * rows) seen.bits = new Uint8Array(columns * rows)
    else seen.bits.fill(0, 0, columns * rows)
  }
  let count = 0
  for (let place = 0; place < ways.count; place += 1) {
    if (ways.hidden[place] === 1) continue
    const x = ways.toX[place] ?? 0
    const y = ways.toY[place] ?? 0
    const isThere = x >= view.west && x <= view.east && y >= view.south && y <= view.north
    if (!isThere && !isIn(view, ways.fromX[place] ?? 0, ways.fromY[place] ?? 0)) continue
    if (isThinned && isThere && (movers.radii[place] ?? 0) < CHOSEN) {
      const square =
        Math.floor((y - view.south) / cell) * columns + Math.floor((x - view.west) / cell)
      if (seen.bits[square] === 1) continue
      seen.bits[square] = 1
    }
    drawn[count] = place
    count += 1
  }
  return drawn.subarray(0, count)
}

const isIn = (view: View, x: number, y: number): boolean =>
  x >= view.west && x <= view.east && y >= view.south && y <= view.north

/**
 * Floats per mark: from x and y, to x and y, rgba in one, radius, glyph, height in metres, floors
 * above the lowest.
 */
export const FIELDS = 9

export function writeVertices(
  buffer: ArrayBuffer,
  movers: Movers,
  ways: Ways,
  drawn: Int32Array,
  /** `faceOf`: glyph and shape of each. `height`: metres above the floor. */
  faceOf: (place: number) => number = () => 0,
  height = 0,
): void {
  const numbers = new Float32Array(buffer)
  const words = new Uint32Array(buffer)
  for (let index = 0; index < drawn.length; index += 1) {
    const place = drawn[index] ?? 0
    const at = index * FIELDS
    numbers[at] = ways.fromX[place] ?? 0
    numbers[at + 1] = ways.fromY[place] ?? 0
    numbers[at + 2] = ways.toX[place] ?? 0
    numbers[at + 3] = ways.toY[place] ?? 0
    words[at + 4] = rgbaOf(movers.colours[place] ?? 0, movers.opacities[place] ?? 1)
    numbers[at + 5] = movers.radii[place] ?? 0
    numbers[at + 6] = faceOf(place)
    numbers[at + 7] = height
    numbers[at + 8] = movers.levels[place] ?? 0
  }
}

/** Byte order r, g, b, a: assumes a little-endian machine. */
const rgbaOf = (colour: number, opacity: number): number =>
  ((Math.round(opacity * 255) << 24) |
    ((colour & 255) << 16) |
    (colour & 0xff00) |
    ((colour >> 16) & 255)) >>>
  0
