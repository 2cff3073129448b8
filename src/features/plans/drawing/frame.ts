import { wallDirection, extentOf } from '#contract/venue/extent.ts'
import { planeAt, type Degrees, type Metres } from '#contract/venue/plane.ts'
import type { Polygon, Position } from '#contract/venue/shapes.ts'
import { spherePlaneAt } from '#map/sphere.ts'

export interface Frame extends Degrees {
  /** Radians. Absent in older drafts. */
  turn: number
  /**
   * Absent in older drafts, whose metres are not those of the ellipsoid. Their corners stay
   * unchanged.
   */
  metres?: 'wgs84'
}

export interface Sheet {
  toSheet(point: Degrees): Metres
  toDegrees(point: Metres): Degrees
}

export function sheetOf(frame: Frame): Sheet {
  const plane = frame.metres === 'wgs84' ? planeAt(frame) : spherePlaneAt(frame)
  const [cos, sin] = [Math.cos(frame.turn), Math.sin(frame.turn)]
  return {
    toSheet(point) {
      const { x, y } = plane.toMetres(point)
      return { x: x * cos + y * sin, y: y * cos - x * sin }
    },
    toDegrees: ({ x, y }) => plane.toDegrees({ x: x * cos - y * sin, y: x * sin + y * cos }),
  }
}

export const positionOf = (sheet: Sheet, point: Metres): Position => {
  const { longitude, latitude } = sheet.toDegrees(point)
  return [Number(longitude.toFixed(9)), Number(latitude.toFixed(9))]
}
export const toSheet = (sheet: Sheet, [longitude, latitude]: Position): Metres =>
  sheet.toSheet({ longitude, latitude })

const QUARTER = Math.PI / 2

/**
 * A frame along the outline's walls, the long side horizontal as on the map. Starts at the lower
 * left corner, whatever the ring's first point, because distances are measured from there.
 */
export function frameAlong(outline: Polygon): Frame {
  const ring = outline.coordinates[0] ?? []
  const [longitude, latitude] = ring[0] ?? [0, 0]
  const plane = planeAt({ longitude, latitude })
  const points = ring.map(([x, y]) => plane.toMetres({ longitude: x, latitude: y }))
  const axis = wallDirection(points)
  const [turn = axis] = [axis, axis + QUARTER, axis - QUARTER]
    .filter((one) => Math.abs(one) <= QUARTER + 0.01)
    .toSorted((a, b) => wideAt(points, b) - wideAt(points, a) || Math.abs(a) - Math.abs(b))
  const sheet = sheetOf({ longitude, latitude, turn, metres: 'wgs84' })
  const turned = ring.map((position) => toSheet(sheet, position))
  if (turned.length === 0) return { longitude, latitude, turn, metres: 'wgs84' }
  const corner = sheet.toDegrees({
    x: Math.min(...turned.map(({ x }) => x)),
    y: Math.min(...turned.map(({ y }) => y)),
  })
  return { ...corner, turn, metres: 'wgs84' }
}
const wideAt = (points: readonly Metres[], turn: number): number =>
  Math.round(extentOf(points, (-turn * 180) / Math.PI).right)

const BESIDE_M = 30

export function frameBeside(houses: readonly Polygon[]): Frame {
  const points = houses.flatMap(({ coordinates }) => coordinates[0] ?? [])
  const east = Math.max(...points.map(([x]) => x))
  const [, south] = points.find(([x]) => x === east) ?? [0, 0]
  if (points.length === 0) return { longitude: 0, latitude: 0, turn: 0, metres: 'wgs84' }
  const { longitude } = planeAt({ longitude: east, latitude: south }).toDegrees({
    x: BESIDE_M,
    y: 0,
  })
  return { longitude, latitude: south, turn: 0, metres: 'wgs84' }
}
