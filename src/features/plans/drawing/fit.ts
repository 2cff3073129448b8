/** Fits a picture to the ground: rotated, scaled and moved, never distorted. */
import { distanceBetween, type Metres } from '#contract/venue/plane.ts'

export interface PointPair {
  /** Point in the picture's units, y down. */
  picture: Metres
  ground: Metres
}
export interface Fit {
  /** Metres per unit. */
  scale: number
  /** Radians, counterclockwise. */
  turn: number
  toGround(point: Metres): Metres
  /** The residual of each pair, in metres. */
  errors: number[]
  /** Root mean square of `errors`, in metres. */
  error: number
}

const NEAR = 1e-9

/**
 * The least squares similarity transform of the pairs, in closed form. Null for fewer than two
 * distinct points.
 */
export function fitTransform(pairs: readonly PointPair[]): Fit | null {
  if (
    pairs.length < 2 ||
    pairs.some(({ picture, ground }) => !isPoint(picture) || !isPoint(ground))
  )
    return null
  const upright = pairs.map(({ picture: { x, y } }) => ({ x, y: -y }))
  const [from, to] = [meanOf(upright), meanOf(pairs.map(({ ground }) => ground))]
  let [along, across, size] = [0, 0, 0]
  for (const [index, { ground }] of pairs.entries()) {
    const point = upright[index] ?? from
    const [px, py] = [point.x - from.x, point.y - from.y]
    const [gx, gy] = [ground.x - to.x, ground.y - to.y]
    along += px * gx + py * gy
    across += px * gy - py * gx
    size += px * px + py * py
  }
  if (size < NEAR || Math.hypot(along, across) < NEAR) return null
  const [a, b] = [along / size, across / size]
  const toGround = ({ x, y }: Metres): Metres => {
    const [px, py] = [x - from.x, -y - from.y]
    return { x: to.x + a * px - b * py, y: to.y + b * px + a * py }
  }
  const errors = pairs.map(({ picture, ground }) => distanceBetween(toGround(picture), ground))
  return {
    scale: Math.hypot(a, b),
    turn: Math.atan2(b, a),
    toGround,
    errors,
    error: Math.sqrt(errors.reduce((sum, one) => sum + one * one, 0) / errors.length),
  }
}

const isPoint = ({ x, y }: Metres): boolean => Number.isFinite(x) && Number.isFinite(y)
const meanOf = (points: readonly Metres[]): Metres => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

/** Metres per unit from one known length. Null if the input is degenerate. */
export function scaleOf(a: Metres, b: Metres, metres: number): number | null {
  const units = distanceBetween(a, b)
  return units < NEAR || !(metres > 0) || !Number.isFinite(metres / units) ? null : metres / units
}

/** Parses "50.08750, 14.42130", as map services copy it. */
export function coordinatesOf(words: string): { latitude: number; longitude: number } | null {
  const [latitude, longitude, more] = words
    .trim()
    .split(/\s*[,;]\s*|\s+/)
    .map((part) => (/^[-+]?\d{1,3}(\.\d+)?°?$/.test(part) ? Number.parseFloat(part) : Number.NaN))
  return latitude !== undefined &&
    longitude !== undefined &&
    more === undefined &&
    Math.abs(latitude) <= 85 &&
    Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : null
}
