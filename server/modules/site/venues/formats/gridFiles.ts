/** Converts files in a national grid to degrees, by the grid in their `crs`. */
import { featuresIn, type Assumption, type Parsed } from '#contract/venue/plan.ts'
import type { FaultCode } from '#contract/venue/outcomes.ts'
import { typeOf } from '#contract/venue/plainFloors.ts'
import type { Report } from '#contract/venue/ledger.ts'
import { fieldsOf, textOf } from '#contract/venue/texts.ts'
import { gridOfCode } from './grids.ts'

type Point = readonly [number, number]
type Convert = (point: Point) => Point

/**
 * Returns the EPSG code of `crs` (GeoJSON 2008): a name such as `urn:ogc:def:crs:EPSG::5514`, or a
 * code. Null without one, which means WGS 84. NaN if unreadable.
 */
function codeOfCrs(data: Record<string, unknown>): number | null {
  const crs = data['crs'] ?? data['coordRefSys']
  if (crs === undefined || crs === null) return null
  if (typeof crs === 'number') return crs
  const { properties } = fieldsOf(crs)
  const { name, code } = fieldsOf(properties)
  if (typeof code === 'number') return code
  const text = [crs, name, code].find((one) => typeof one === 'string') ?? ''
  if (/CRS:?84\b/i.test(text)) return 84
  return Number(/(?:EPSG|ESRI)(?::+|\/(?:\w+\/)?)(?:[\d.]*:)?(\d{2,6})$/i.exec(text)?.[1] ?? 'NaN')
}

/**
 * Converts easting and northing, as in GeoJSON 2008. Files in the registry's axis order, or in the
 * old unsigned Křovák, are detected by the resulting position.
 */
export async function convertToDegrees(
  parsed: readonly Parsed[],
  report: Report,
): Promise<{ files: Parsed[]; assumed: Assumption[] }> {
  const assumed: Assumption[] = []
  const files: Parsed[] = []
  const leaveOut = (file: Parsed, crs: string | null, reason: FaultCode): void => {
    report.fault(file.name, crs, reason)
    for (const feature of featuresIn(file.data))
      report.count(textOf(feature['feature_type']) || typeOf(feature), reason)
  }
  for (const file of parsed) {
    const code = codeOfCrs(file.data)
    const grid = code === null ? 'geographic' : gridOfCode(code)
    if (grid === 'geographic') {
      if (code === null && isBeyondDegrees(file)) leaveOut(file, null, 'gridMissing')
      else files.push(file)
      continue
    }
    if (grid === null) {
      leaveOut(file, Number.isNaN(code) ? null : `EPSG:${code}`, 'unknownGrid')
      continue
    }
    const { default: proj4 } = await import('proj4')
    const converter = proj4(grid.definition, 'WGS84')
    const toDegrees: Convert = ([x, y]) => {
      const [longitude = Number.NaN, latitude = Number.NaN] = converter.forward([x, y])
      return [longitude, latitude]
    }
    const first = firstPoint(file.data)
    const [west, south, east, north] = grid.area
    const lies = (turn: Convert): boolean => {
      if (first === null) return false
      const [longitude, latitude] = toDegrees(turn(first))
      return longitude >= west && longitude <= east && latitude >= south && latitude <= north
    }
    const way = ways.find(
      ({ isUnsigned, turn }) => (!isUnsigned || grid.isOnceUnsigned === true) && lies(turn),
    )
    if (first !== null && way === undefined) report.fault(file.name, `EPSG:${code}`, 'outsideGrid')
    if (way?.isSwapped === true && !way.isUnsigned)
      report.fault(file.name, `EPSG:${code}`, 'gridAxesSwapped')
    if (way?.isUnsigned === true) assumed.push({ file: file.name, code: 'unsignedGrid' })
    const turn = way?.turn ?? ways[0].turn
    files.push({
      name: file.name,
      data: { ...file.data, ...moved(file.data, (point) => toDegrees(turn(point))) },
    })
  }
  return { files, assumed }
}

const ways = [
  { turn: ([x, y]: Point): Point => [x, y], isSwapped: false, isUnsigned: false },
  { turn: ([x, y]: Point): Point => [y, x], isSwapped: true, isUnsigned: false },
  { turn: ([x, y]: Point): Point => [-x, -y], isSwapped: false, isUnsigned: true },
  { turn: ([x, y]: Point): Point => [-y, -x], isSwapped: true, isUnsigned: true },
] as const

const isPoint = (value: unknown): value is [number, number] =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number'

/** GeoJSON nests coordinates four deep, and collections of geometries. */
const DEEPEST = 12

function firstPoint(value: unknown, depth = 0): Point | null {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return null
  if (isPoint(value)) return value
  const inside = Array.isArray(value)
    ? value
    : ['features', 'geometry', 'geometries', 'coordinates'].map((key) => fieldsOf(value)[key])
  for (const one of inside) {
    const found = firstPoint(one, depth + 1)
    if (found !== null) return found
  }
  return null
}

/** True for metres, or pixels of a picture. Values slightly beyond 180° are mistakes in degrees. */
const isBeyondDegrees = ({ data }: Parsed): boolean =>
  (firstPoint(data) ?? []).some((value) => Math.abs(value) > 400)

function moved(data: Record<string, unknown>, convert: Convert): Record<string, unknown> {
  const coordinates = (value: unknown, depth: number): unknown => {
    if (!Array.isArray(value) || depth > DEEPEST) return value
    if (isPoint(value)) return convert(value)
    return value.map((one: unknown) => coordinates(one, depth + 1))
  }
  const geometry = (value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
    const fields = fieldsOf(value)
    return {
      ...fields,
      ...('coordinates' in fields && { coordinates: coordinates(fields['coordinates'], 0) }),
      ...(Array.isArray(fields['geometries']) && {
        geometries: fields['geometries'].map((one: unknown) => geometry(one, depth + 1)),
      }),
    }
  }
  const feature = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'geometry' in value
      ? { ...value, geometry: geometry(value.geometry, 0) }
      : value
  return {
    ...(Array.isArray(data['features']) && { features: data['features'].map(feature) }),
    ...('geometry' in data && { geometry: geometry(data['geometry'], 0) }),
  }
}
