import type { Assumption } from '#contract/venue/plan.ts'
import type { Report } from '#contract/venue/ledger.ts'
import { planeAt, type Degrees } from '#contract/venue/plane.ts'
import type { Position } from '#contract/venue/shapes.ts'
import type { Point2 } from './footprint.ts'
import { gridOfCode } from '../formats/grids.ts'
import { numberOf, numbersOf, referenceOf, textOf, type IfcModel } from './model.ts'

/** From metres of the model to degrees. */
export type ToDegrees = (point: Point2) => Position

interface Asked {
  file: string
  report: Report
  at: Degrees | null
  /** Assumptions that the user must confirm. */
  assumed: Assumption[]
}

/** Null if the model has neither a grid that is known here nor a site with coordinates. */
export async function positionOf(model: IfcModel, asked: Asked): Promise<ToDegrees | null> {
  const { file, report, at, assumed } = asked
  if (at !== null) return byNorth(model, at, { x: 0, y: 0 })
  const conversion = conversionOf(model)
  if (conversion === null) return bySite(model)
  const { crs, code, isOffset } = conversion
  const grid = gridOfCode(code)
  if (grid === null || grid === 'geographic') {
    report.fault(file, crs, 'unknownGrid')
    return bySite(model)
  }
  const { default: proj4 } = await import('proj4')
  const converter = proj4(grid.definition, 'WGS84')
  const [west, south, east, north] = grid.area
  const spot = spotOf(model, isOffset)
  for (const way of waysOf(grid.isOnceUnsigned === true)) {
    const toGrid = inGrid(conversion, way)
    const toDegrees: ToDegrees = (point) => {
      const { x, y } = toGrid(point)
      const [longitude = Number.NaN, latitude = Number.NaN] = converter.forward([x, y])
      return [longitude, latitude]
    }
    const [longitude, latitude] = toDegrees(spot)
    if (!(longitude >= west && longitude <= east && latitude >= south && latitude <= north))
      continue
    // If bodies contain the coordinates, swapped axes would mirror the model.
    if (way.isSwapped && !isOffset) continue
    if (way.isUnsigned) assumed.push({ file, code: 'unsignedGrid' })
    else if (way.isSwapped) report.fault(file, crs, 'gridAxesSwapped')
    return way.isUnsigned && isOffset && isUpsideDown(model, toDegrees)
      ? halfTurned(toDegrees)
      : toDegrees
  }
  report.fault(file, crs, 'outsideGrid')
  return bySite(model)
}

interface Way {
  isSwapped: boolean
  isUnsigned: boolean
}
const waysOf = (mayLackSign: boolean): Way[] =>
  [false, ...(mayLackSign ? [true] : [])].flatMap((isUnsigned) =>
    [false, true].map((isSwapped) => ({ isUnsigned, isSwapped })),
  )

interface Conversion {
  /** Name of the grid in the file. */
  crs: string
  /** EPSG code; NaN if unknown here. */
  code: number
  /** The model's origin, in the file's order of coordinates. */
  origin: Point2
  /** True if the origin lies in the grid. Otherwise the model's bodies contain the coordinates. */
  isOffset: boolean
  /** Directions and scale, from the model's axes to those of the grid. */
  along: number
  across: number
}

/** Metres from the grid's zero. A model never reaches this far from its own origin. */
const MIN_OFFSET = 20_000

function conversionOf(model: IfcModel): Conversion | null {
  const [conversion] = model.all('IFCMAPCONVERSION').map(model.entity)
  const target = conversion && referenceOf(conversion['TargetCRS'])
  if (conversion === undefined || target === undefined || target === null) return null
  const [east, north, cos, sin, scale] = (
    ['Eastings', 'Northings', 'XAxisAbscissa', 'XAxisOrdinate', 'Scale'] as const
  ).map((name) => numberOf(conversion[name]))
  const length = Math.hypot(cos ?? 1, sin ?? 0) || 1
  // The scale converts the model's units to metres. Programs omit it, or write 1.
  const factor = scale == null || scale === 1 ? 1 : scale / model.unit
  const crs = textOf(model.entity(target)['Name'])
  const origin = { x: east ?? 0, y: north ?? 0 }
  return {
    crs,
    code: codeOf(crs),
    origin,
    isOffset: Math.hypot(origin.x, origin.y) > MIN_OFFSET,
    along: ((cos ?? 1) * factor) / length,
    across: ((sin ?? 0) * factor) / length,
  }
}

const codeOf = (crs: string): number => {
  const code = /EPSG:+(\d+)/i.exec(crs)?.[1]
  if (code !== undefined) return Number(code)
  return /krov[aá]k|s-?jtsk/i.test(crs) ? (/jtsk03/i.test(crs) ? 8353 : 5514) : Number.NaN
}

/** From metres of the model to metres of the grid. */
function inGrid({ origin, isOffset, along, across }: Conversion, way: Way) {
  const sign = way.isUnsigned ? -1 : 1
  const [east, north] = way.isSwapped ? [origin.y, origin.x] : [origin.x, origin.y]
  // Axes keep their direction if only the origin lacks its sign.
  const turn = isOffset ? 1 : sign
  return ({ x, y }: Point2): Point2 => ({
    x: sign * east + turn * (along * x - across * y),
    y: sign * north + turn * (across * x + along * y),
  })
}

/** A point of the model that lies inside the building. */
function spotOf(model: IfcModel, isOffset: boolean): Point2 {
  const origin = { x: 0, y: 0 }
  if (isOffset) return origin
  const bodies = [...model.all('IFCSPACE'), ...model.all('IFCWALL')]
  for (const id of bodies.slice(0, MAX_LOOKED_AT)) {
    const corner = model.triangles(id)[0]?.[0]
    if (corner !== undefined) return corner
  }
  return origin
}
/** Bodies tried, because the first may be missing. */
const MAX_LOOKED_AT = 20

/**
 * In the old unsigned system, axes point west and south, so a model in these axes is upside down.
 * Its true north then points south.
 */
function isUpsideDown(model: IfcModel, toDegrees: ToDegrees): boolean {
  const north = trueNorthOf(model)
  if (north === null) return false
  const [, from] = toDegrees({ x: 0, y: 0 })
  const [, to] = toDegrees(north)
  return to < from
}

const halfTurned =
  (toDegrees: ToDegrees): ToDegrees =>
  ({ x, y }) =>
    toDegrees({ x: -x, y: -y })

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

/** Conversion by true north. `origin`: the point of the model located at `at`. */
function byNorth(model: IfcModel, at: Degrees, origin: Point2): ToDegrees {
  const plane = planeAt(at)
  const north = trueNorthOf(model) ?? { x: 0, y: 1 }
  return (point) => {
    const { x, y } = turned({ x: point.x - origin.x, y: point.y - origin.y }, north)
    const degrees = plane.toDegrees({ x, y })
    return [degrees.longitude, degrees.latitude]
  }
}

/**
 * Converts degrees, minutes, seconds and millionths of a second. Each part has the angle's sign, as
 * in `(0, -7, -34)`; some programs sign only the first part.
 */
export function degreesOf(parts: readonly number[]): number | null {
  const [degrees, minutes = 0, seconds = 0, millionths = 0] = parts.map(Math.abs)
  if (degrees === undefined) return null
  const angle = degrees + minutes / 60 + (seconds + millionths / 1e6) / 3600
  return parts.some((part) => part < 0) ? -angle : angle
}

/** Unit vector of north on the model's ground. Null if the model does not state it. */
function trueNorthOf(model: IfcModel): Point2 | null {
  const contexts = model
    .all('IFCGEOMETRICREPRESENTATIONCONTEXT')
    .map(model.entity)
    .filter(({ TrueNorth }) => referenceOf(TrueNorth) !== null)
  const main =
    contexts.find(({ ContextType }) => textOf(ContextType).toLowerCase() === 'model') ?? contexts[0]
  const direction = main && referenceOf(main['TrueNorth'])
  if (direction === undefined || direction === null) return null
  const [x = 0, y = 0] = numbersOf(model.entity(direction)['DirectionRatios'])
  const length = Math.hypot(x, y)
  return length === 0 ? null : { x: x / length, y: y / length }
}

/** East and north of a point, where `north` is a direction of the model's own axes. */
const turned = ({ x, y }: Point2, north: Point2): Point2 => ({
  x: x * north.y - y * north.x,
  y: x * north.x + y * north.y,
})
