import type { Report } from '#contract/venue/ledger.ts'
import { planeAt, type Degrees } from '#contract/venue/plane.ts'
import type { Position } from '#contract/venue/shapes.ts'
import type { Point2 } from './footprint.ts'
import { gridOfCode } from '../formats/grids.ts'
import { numberOf, numbersOf, referenceOf, textOf, type IfcModel } from './model.ts'

/** From metres of the model to degrees. */
export type ToDegrees = (point: Point2) => Position

/** Null if the model has neither a grid that is known here nor a site with coordinates. */
export async function positionOf(
  model: IfcModel,
  { file, report, at }: { file: string; report: Report; at: Degrees | null },
): Promise<ToDegrees | null> {
  if (at !== null) return byNorth(model, at, { x: 0, y: 0 })
  const conversion = conversionOf(model)
  if (conversion === null) return bySite(model)
  const { crs, toGrid } = conversion
  const grid = gridOfCode(Number(/EPSG:+(\d+)/i.exec(crs)?.[1] ?? 'NaN'))
  if (grid === null || grid === 'geographic') {
    report.fault(file, crs, 'unknownGrid')
    return bySite(model)
  }
  const { default: proj4 } = await import('proj4')
  const converter = proj4(grid.definition, 'WGS84')
  const toDegrees: ToDegrees = (point) => {
    const { x, y } = toGrid(point)
    const [longitude = Number.NaN, latitude = Number.NaN] = converter.forward([x, y])
    return [longitude, latitude]
  }
  const [west, south, east, north] = grid.area
  const [longitude, latitude] = toDegrees({ x: 0, y: 0 })
  if (longitude >= west && longitude <= east && latitude >= south && latitude <= north)
    return toDegrees
  report.fault(file, crs, 'outsideGrid')
  return bySite(model)
}

/** From metres of the model to metres of the grid. Null if the model has no grid. */
function conversionOf(model: IfcModel): { crs: string; toGrid: (point: Point2) => Point2 } | null {
  const [conversion] = model.all('IFCMAPCONVERSION').map(model.entity)
  const target = conversion && referenceOf(conversion['TargetCRS'])
  if (conversion === undefined || target === undefined || target === null) return null
  const [east, north, cos, sin, scale] = (
    ['Eastings', 'Northings', 'XAxisAbscissa', 'XAxisOrdinate', 'Scale'] as const
  ).map((name) => numberOf(conversion[name]))
  const length = Math.hypot(cos ?? 1, sin ?? 0) || 1
  // The scale turns units of the model into metres. Programs leave it out, or write 1.
  const factor = scale == null || scale === 1 ? 1 : scale / model.unit
  const [along, across] = [((cos ?? 1) * factor) / length, ((sin ?? 0) * factor) / length]
  return {
    crs: textOf(model.entity(target)['Name']),
    toGrid: ({ x, y }) => ({
      x: (east ?? 0) + along * x - across * y,
      y: (north ?? 0) + across * x + along * y,
    }),
  }
}

function bySite(model: IfcModel): ToDegrees | null {
  const site = model.all('IFCSITE').map(model.entity)
  const placed = site.find(({ RefLatitude, RefLongitude }) =>
    [RefLatitude, RefLongitude].every((angle) => degreesOf(numbersOf(angle)) !== null),
  )
  if (placed === undefined) return null
  const [latitude, longitude] = [placed['RefLatitude'], placed['RefLongitude']].map(
    (angle) => degreesOf(numbersOf(angle)) ?? 0,
  )
  return byNorth(
    model,
    { latitude: latitude ?? 0, longitude: longitude ?? 0 },
    model.placement(placed)?.origin ?? { x: 0, y: 0 },
  )
}

/** `origin`: the point of the model that stands at `at`. */
function byNorth(model: IfcModel, at: Degrees, origin: Point2): ToDegrees {
  const plane = planeAt(at)
  const north = trueNorthOf(model)
  return (point) => {
    const { x, y } = turned({ x: point.x - origin.x, y: point.y - origin.y }, north)
    const degrees = plane.toDegrees({ x, y })
    return [degrees.longitude, degrees.latitude]
  }
}

/**
 * Degrees, minutes, seconds and millionths of a second. The sign of each part is that of the angle,
 * so that `(0, -7, -34)` is west of Greenwich; some programs write it at the first part only.
 */
export function degreesOf(parts: readonly number[]): number | null {
  const [degrees, minutes = 0, seconds = 0, millionths = 0] = parts.map(Math.abs)
  if (degrees === undefined) return null
  const angle = degrees + minutes / 60 + (seconds + millionths / 1e6) / 3600
  return parts.some((part) => part < 0) ? -angle : angle
}

/** Direction of north on the model's ground, of length one. */
function trueNorthOf(model: IfcModel): Point2 {
  const contexts = model
    .all('IFCGEOMETRICREPRESENTATIONCONTEXT')
    .map(model.entity)
    .filter(({ TrueNorth }) => referenceOf(TrueNorth) !== null)
  const main =
    contexts.find(({ ContextType }) => textOf(ContextType).toLowerCase() === 'model') ?? contexts[0]
  const direction = main && referenceOf(main['TrueNorth'])
  if (direction === undefined || direction === null) return { x: 0, y: 1 }
  const [x = 0, y = 0] = numbersOf(model.entity(direction)['DirectionRatios'])
  const length = Math.hypot(x, y)
  return length === 0 ? { x: 0, y: 1 } : { x: x / length, y: y / length }
}

/** East and north of a point, where `north` is a direction of the model's own axes. */
const turned = ({ x, y }: Point2, north: Point2): Point2 => ({
  x: x * north.y - y * north.x,
  y: x * north.x + y * north.y,
})
