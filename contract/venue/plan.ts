/**
 * The plan parsed from a venue's files, and helpers that read features and texts from untrusted
 * files.
 */
import { truncate } from '#contract/rules/truncate.ts'
import { hasVisible } from '#contract/rules/visible.ts'
import { labelPoint } from './polygon.ts'
import type { Part, Polygon, RoomKind } from './shapes.ts'

export interface VenueFile {
  name: string
  text: string
}
export const faultCodes = [
  'notJson',
  'notGeoJson',
  'noGeometry',
  'badGeometry',
  'outOfRange',
  'unknownLevel',
  'selfCrossing',
  'roomOutsideFloor',
  'roomsOverlap',
  'doorAwayFromWall',
  'unknownKind',
  'duplicate',
  'farAway',
  'tooMany',
  'tooManyLevels',
  'unreadableLevel',
  'withoutLevel',
  'placeTaken',
  'withoutFloors',
  'noFloors',
] as const
type FaultCode = (typeof faultCodes)[number]
/** `feature` is its id or its index in the file. */
export interface VenueFault {
  file: string
  feature: string | null
  code: FaultCode
}

export interface PlannedRoom {
  externalId: string
  name: string
  code: string | null
  kind: RoomKind
  category?: string | null
  outline: Polygon
  longitude: number
  latitude: number
}
export interface PlannedFloor {
  externalId: string
  name: string
  shortName: string
  ordinal: number
  outline: Polygon
  rooms: PlannedRoom[]
  parts: Part[]
  /** Rooms that cannot be walked to (`markUnreached`). Absent in plans read by older versions. */
  unreached?: NamedRooms
}
export interface NamedRooms {
  count: number
  names: string[]
}
export interface PlannedBuilding {
  /** The plan's own id, never the file name. Null if it has none. */
  externalId: string | null
  name: string
  outline: Polygon
  longitude: number
  latitude: number
  floors: PlannedFloor[]
}
export interface VenuePlan {
  buildings: PlannedBuilding[]
}

export interface Parsed {
  name: string
  data: Record<string, unknown>
}
const MAX_NAMES = 20

export const namedRooms = (rooms: readonly { name: string }[]): NamedRooms => ({
  count: rooms.length,
  names: rooms.flatMap(({ name }) => (name === '' ? [] : [name])).slice(0, MAX_NAMES),
})

export type Report = (file: string, feature: string | null, code: FaultCode) => void

export function featuresIn(data: Record<string, unknown>): Record<string, unknown>[] {
  const list =
    data['type'] === 'FeatureCollection' && Array.isArray(data['features'])
      ? data['features']
      : data['type'] === 'Feature'
        ? [data]
        : []
  return list.filter(
    (feature): feature is Record<string, unknown> =>
      typeof feature === 'object' && feature !== null,
  )
}

export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/**
 * Accepts a text, a number, or an object of texts by language; the first that is not empty wins,
 * English first.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return wordsOf(value)
  if (typeof value === 'number') return String(value)
  const languages = fieldsOf(value)
  return textOfFirst([languages['en'], ...Object.values(languages)])
}
const textOfFirst = (values: readonly unknown[]): string =>
  values.map((one) => (typeof one === 'string' ? wordsOf(one) : '')).find((one) => one !== '') ?? ''

/**
 * Makes text safe to store: replaces control characters and lone surrogates, cuts at 200. Returns
 * '' if nothing is visible.
 */
export function wordsOf(text: string): string {
  const words = truncate(text.replace(/[\u0000-\u001f\u007f]/g, ' '), 200)
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .trim()
  return hasVisible(words) ? words : ''
}

/** Floor number relative to the ground, also from text. Returns null if it is not a number. */
export function ordinalOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number)
    ? Math.max(-200, Math.min(200, Math.round(number)))
    : null
}

/**
 * Id for a feature without one: its position to a tenth of a metre. The index in the file would not
 * be stable.
 */
export function idByPlace(outline: Polygon, taken: Set<string | null>): string {
  const { longitude, latitude } = labelPoint(outline)
  const place = `@${longitude.toFixed(6)},${latitude.toFixed(6)}`
  let id = place
  for (let times = 2; taken.has(id); times += 1) id = `${place}/${times}`
  taken.add(id)
  return id
}

export const plannedRoom = (facts: Omit<PlannedRoom, 'longitude' | 'latitude'>): PlannedRoom => ({
  ...facts,
  ...labelPoint(facts.outline),
})
