/**
 * Converts between degrees and metres of the WGS 84 ellipsoid, for page and server. At the size of a
 * building, the earth is flat to within millimetres. What a map library draws lies on a sphere
 * instead (`src/map/mercator.ts`).
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

/**
 * Metres of one degree at a latitude: the usual series of the WGS 84 ellipsoid, exact to a
 * centimetre per degree.
 */
export function metresPerDegree(latitude: number): { longitude: number; latitude: number } {
  const angle = (latitude * Math.PI) / 180
  return {
    longitude:
      111_412.877 * Math.cos(angle) - 93.504 * Math.cos(3 * angle) + 0.118 * Math.cos(5 * angle),
    latitude:
      111_132.953 -
      559.849 * Math.cos(2 * angle) +
      1.175 * Math.cos(4 * angle) -
      0.002 * Math.cos(6 * angle),
  }
}

export const planeAt = (origin: Degrees): Plane =>
  planeWith(origin, metresPerDegree(origin.latitude))

/** `perDegree`: metres of one degree of longitude and of latitude at the origin. */
const planeWith = (origin: Degrees, perDegree: { longitude: number; latitude: number }): Plane => ({
  toMetres: ({ longitude, latitude }) => ({
    x: (longitude - origin.longitude) * perDegree.longitude,
    y: (latitude - origin.latitude) * perDegree.latitude,
  }),
  toDegrees: ({ x, y }) => ({
    longitude: origin.longitude + x / perDegree.longitude,
    latitude: origin.latitude + y / perDegree.latitude,
  }),
})

const SPHERE = 111_319.490_793 // metres per degree

/** A sphere of the equator's radius: what Web Mercator draws, and how drawings were once measured. */
export const spherePlaneAt = (origin: Degrees): Plane =>
  planeWith(origin, {
    longitude: SPHERE * Math.cos((origin.latitude * Math.PI) / 180),
    latitude: SPHERE,
  })

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
