/**
 * Repairs geometry from files: closes rings, removes repeated points, drops coordinates outside the
 * valid range.
 */
import { areaOf, crossesItself, isCounterClockwise } from './polygon.ts'
import type { Degrees } from './plane.ts'
import type { Line, Polygon, Position } from './shapes.ts'

type GeometryFault = 'noGeometry' | 'badGeometry' | 'outOfRange'
export type Usable = { polygons: Polygon[]; lines: Line[] } | { fault: GeometryFault }

const MAX_POINTS = 20_000

/** Maximum nesting of geometry collections. */
const DEEPEST = 4

export function usableGeometry(geometry: unknown, depth = 0): Usable {
  if (typeof geometry !== 'object' || geometry === null) return { fault: 'noGeometry' }
  const { type, coordinates, geometries } = geometry as {
    type?: unknown
    coordinates?: unknown
    geometries?: unknown
  }
  switch (type) {
    case 'Polygon':
      return whole([coordinates], [])
    case 'MultiPolygon':
      return Array.isArray(coordinates) ? whole(coordinates, []) : { fault: 'badGeometry' }
    case 'LineString':
      return whole([], [coordinates])
    case 'MultiLineString':
      return Array.isArray(coordinates) ? whole([], coordinates) : { fault: 'badGeometry' }
    case 'GeometryCollection':
      return depth < DEEPEST ? collected(geometries, depth + 1) : { fault: 'badGeometry' }
    default:
      return { fault: 'badGeometry' }
  }
}

function collected(geometries: unknown, depth: number): Usable {
  const parts = Array.isArray(geometries)
    ? geometries.map((one: unknown) => usableGeometry(one, depth))
    : []
  const usable = parts.filter((part) => 'polygons' in part)
  return usable.length === 0
    ? { fault: 'badGeometry' }
    : {
        polygons: usable.flatMap(({ polygons }) => polygons),
        lines: usable.flatMap(({ lines }) => lines),
      }
}

function whole(rawPolygons: readonly unknown[], rawLines: readonly unknown[]): Usable {
  let isOff = false
  const points = (raw: unknown): Position[] => {
    const list: unknown[] = Array.isArray(raw) ? raw.slice(0, MAX_POINTS) : []
    let unread = 0
    const read = list.flatMap((one): Position[] => {
      const [x, y]: unknown[] = Array.isArray(one) ? one : []
      if (
        typeof x !== 'number' ||
        typeof y !== 'number' ||
        !Number.isFinite(x) ||
        !Number.isFinite(y)
      ) {
        unread += 1
        return []
      }
      if (Math.abs(x) > 180 || Math.abs(y) > 90) {
        isOff = true
        return []
      }
      return [[x, y]]
    })
    // A missing corner would distort the shape.
    if (unread > 0 && unread < list.length) isOff = true
    return read.filter(
      ([x, y], index) => index === 0 || x !== read[index - 1]?.[0] || y !== read[index - 1]?.[1],
    )
  }
  const ringOf = (raw: unknown): Position[] => {
    const ring = points(raw)
    const [first, last] = [ring[0], ring.at(-1)]
    return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring
  }
  const polygons = rawPolygons.flatMap((raw): Polygon[] => {
    const rings = (Array.isArray(raw) ? raw : []).map(ringOf).filter((ring) => ring.length >= 4)
    const shape: Polygon = {
      type: 'Polygon',
      coordinates: rings.slice(0, 2_000).map((ring, index) => wound(ring, index === 0)),
    }
    return rings.length > 0 && areaOf(shape) > 0 ? [shape] : []
  })
  const lines = rawLines
    .map(points)
    .filter((line) => line.length >= 2)
    .map((coordinates): Line => ({ type: 'LineString', coordinates }))
  if (isOff) return { fault: 'outOfRange' }
  return polygons.length + lines.length === 0 ? { fault: 'badGeometry' } : { polygons, lines }
}

/**
 * Outlines run counterclockwise and holes clockwise, as GeoJSON demands, whatever the file does.
 */
const wound = (ring: Position[], isOutline: boolean): Position[] =>
  isCounterClockwise(ring) === isOutline ? ring : ring.toReversed()

/** Some exports write a room's outline as a closed line. */
export function closedAsPolygons({ polygons, lines }: { polygons: Polygon[]; lines: Line[] }) {
  const isClosed = ({ coordinates }: Line) =>
    coordinates.length >= 4 &&
    coordinates[0]?.[0] === coordinates.at(-1)?.[0] &&
    coordinates[0]?.[1] === coordinates.at(-1)?.[1]
  const rings = lines.filter(isClosed).map(({ coordinates }) => coordinates)
  const usable = usableGeometry({ type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) })
  return {
    polygons: 'polygons' in usable ? [...polygons, ...usable.polygons] : polygons,
    lines: lines.filter((line) => !isClosed(line)),
  }
}

/** Self-crossing shapes are used anyway, but reported. */
export const isSelfCrossing = (usable: { polygons: readonly Polygon[] }): boolean =>
  usable.polygons.some(({ coordinates }) => coordinates.some(crossesItself))

/** Returns null if the geometry is not a point, and `off` if its coordinates are out of range. */
export function pointOf(geometry: unknown): Degrees | 'off' | null {
  if (typeof geometry !== 'object' || geometry === null) return null
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  if (type !== 'Point' || !Array.isArray(coordinates)) return null
  const [longitude, latitude]: unknown[] = coordinates
  return typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90
    ? { longitude, latitude }
    : 'off'
}
