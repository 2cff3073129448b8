/**
 * Converts between degrees and metres of the WGS 84 ellipsoid, for page and server. At the size of a
 * building, the earth is flat to within millimetres. What a map library draws lies on a sphere
 * instead (`src/map/sphere.ts`).
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

/** The usual series of the ellipsoid in latitude, exact to a millionth. */
export function planeAt(origin: Degrees): Plane {
  const angle = (origin.latitude * Math.PI) / 180
  const cos = (times: number) => Math.cos(times * angle)
  const perLongitude = 111_412.877 * cos(1) - 93.504 * cos(3) + 0.118 * cos(5)
  const perLatitude = 111_132.953 - 559.849 * cos(2) + 1.175 * cos(4) - 0.002 * cos(6)
  return {
    toMetres: ({ longitude, latitude }) => ({
      x: (longitude - origin.longitude) * perLongitude,
      y: (latitude - origin.latitude) * perLatitude,
    }),
    toDegrees: ({ x, y }) => ({
      longitude: origin.longitude + x / perLongitude,
      latitude: origin.latitude + y / perLatitude,
    }),
  }
}

export const distanceBetween = (a: Metres, b: Metres): number =>
  Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)

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
  return distanceBetween({ x: 0, y: 0 }, planeAt(a).toMetres(b))
}
