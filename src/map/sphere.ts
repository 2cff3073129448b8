/**
 * A sphere of the equator's radius: what Web Mercator draws, and how drawings were measured before
 * metres were those of the ellipsoid.
 */
import type { Degrees, Plane } from '#contract/venue/plane.ts'

const PER_DEGREE = 111_319.490_793 // metres

export function spherePlaneAt(origin: Degrees): Plane {
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
