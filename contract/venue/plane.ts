/**
 * Converts between degrees and metres. At the size of a building, the earth is flat to within
 * millimetres.
 */
export interface Degrees {
  longitude: number
  latitude: number
}
export interface Metres {
  x: number
  y: number
}
export interface Plane {
  toMetres(point: Degrees): Metres
  toDegrees(point: Metres): Degrees
}

const PER_DEGREE = 111_319.490_793 // metres per degree at the equator

export function planeAt(origin: Degrees): Plane {
  const perLongitude = PER_DEGREE * Math.cos((origin.latitude * Math.PI) / 180)
  return {
    toMetres: ({ longitude, latitude }) => ({
      x: (longitude - origin.longitude) * perLongitude,
      y: (latitude - origin.latitude) * PER_DEGREE,
    }),
    toDegrees: ({ x, y }) => ({
      longitude: origin.longitude + x / perLongitude,
      latitude: origin.latitude + y / PER_DEGREE,
    }),
  }
}

export const apart = (a: Metres, b: Metres): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The nearest point of a line segment, and its position along it, from 0 to 1. */
export function nearestOn(
  [a, b]: readonly [Metres, Metres],
  point: Metres,
): { at: Metres; along: number } {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / length
  const along = Math.max(0, Math.min(1, share))
  return { at: { x: a.x + dx * along, y: a.y + dy * along }, along }
}

export function metresBetween(a: Degrees, b: Degrees): number {
  return apart({ x: 0, y: 0 }, planeAt(a).toMetres(b))
}
