/**
 * Places a room's name inside the room, away from walls and marks. Metres rotated with the stage,
 * so that a box on the screen is a box here.
 */
import type { Metres } from '#contract/venue/plane.ts'

export interface Circle extends Metres {
  radius: number
}
/** Half the label's width and height in metres. */
export interface Half {
  wide: number
  high: number
}
export type Box = Metres & Half
export interface Turn {
  cos: number
  sin: number
}
export const labelRotation = (bearing: number): Turn => ({
  cos: Math.cos((bearing * Math.PI) / 180),
  sin: Math.sin((bearing * Math.PI) / 180),
})
export const rotatePoint = ({ x, y }: Metres, { cos, sin }: Turn): Metres => ({
  x: x * cos - y * sin,
  y: x * sin + y * cos,
})
export const rotateBack = ({ x, y }: Metres, { cos, sin }: Turn): Metres => ({
  x: x * cos + y * sin,
  y: -x * sin + y * cos,
})

const STEPS = 7

/** Candidate points in a room, best first: the middle, then the nearest to it. */
export function labelCandidates(ring: readonly Metres[], middle: Metres): Metres[] {
  const xs = ring.map(({ x }) => x)
  const ys = ring.map(({ y }) => y)
  const [left, low] = [Math.min(...xs), Math.min(...ys)]
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - low]
  const spots = [middle]
  for (let row = 1; row < STEPS; row += 1)
    for (let column = 1; column < STEPS; column += 1)
      spots.push({ x: left + (wide * column) / STEPS, y: low + (high * row) / STEPS })
  return spots
    .map((spot) => ({ spot, away: Math.hypot(spot.x - middle.x, (spot.y - middle.y) * 0.8) }))
    .toSorted((a, b) => a.away - b.away)
    .map(({ spot }) => spot)
}

/**
 * The first point where the label fits the room and overlaps no mark or name. Null if none fits.
 */
export function findLabelSpot(
  ring: readonly Metres[],
  spots: readonly Metres[],
  half: Half,
  marks: readonly (Circle | Box)[],
): Metres | null {
  return (
    spots.find((spot) => liesIn(ring, spot, half) && !marks.some((one) => isOn(one, spot, half))) ??
    null
  )
}

/**
 * Places a layer's badge: free of marks if possible, else over them, and in the middle if it is
 * larger than the room. `spots` from spotsIn.
 */
export function findBadgeSpot(
  ring: readonly Metres[],
  spots: readonly Metres[],
  half: Half,
  { marks, written }: { marks: readonly (Circle | Box)[]; written: readonly Box[] },
): Metres | null {
  return (
    findLabelSpot(ring, spots, half, [...marks, ...written]) ??
    findLabelSpot(ring, spots, half, written) ??
    spots.slice(0, 1).find((middle) => !written.some((one) => isOn(one, middle, half))) ??
    null
  )
}

/** True if the whole box is inside: its middle is, and no wall crosses it. */
function liesIn(ring: readonly Metres[], spot: Metres, half: Half): boolean {
  let isInside = false
  for (const [index, a] of ring.entries()) {
    const b = ring[index + 1]
    if (b === undefined) continue
    if (passesThrough(a, b, spot, half)) return false
    if (
      a.y > spot.y !== b.y > spot.y &&
      spot.x < ((b.x - a.x) * (spot.y - a.y)) / (b.y - a.y) + a.x
    )
      isInside = !isInside
  }
  return isInside
}

function passesThrough(a: Metres, b: Metres, spot: Metres, { wide, high }: Half): boolean {
  let [from, to] = [0, 1]
  for (const [start, change, low, top] of [
    [a.x, b.x - a.x, spot.x - wide, spot.x + wide],
    [a.y, b.y - a.y, spot.y - high, spot.y + high],
  ] as const) {
    if (Math.abs(change) < 1e-9) {
      if (start < low || start > top) return false
      continue
    }
    const [one, other] = [(low - start) / change, (top - start) / change]
    from = Math.max(from, Math.min(one, other))
    to = Math.min(to, Math.max(one, other))
    if (from > to) return false
  }
  return true
}

function isOn(mark: Circle | Box, spot: Metres, { wide, high }: Half): boolean {
  const dx = Math.max(0, Math.abs(mark.x - spot.x) - wide)
  const dy = Math.max(0, Math.abs(mark.y - spot.y) - high)
  return 'radius' in mark ? Math.hypot(dx, dy) < mark.radius : dx < mark.wide && dy < mark.high
}

/** Splits into two lines of similar length at a space, if there is one. */
export function splitInTwoLines(name: string): string[] {
  const gaps = [...name.matchAll(/\s+/g)].map(({ index }) => index)
  if (gaps.length === 0) return [name]
  const middle = name.length / 2
  const gap = gaps.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? 0
  return [name.slice(0, gap).trim(), name.slice(gap).trim()]
}
