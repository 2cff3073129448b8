/**
 * The plan read from a venue's files: what every reader of a format produces, whatever the format.
 */
import type { Names } from './labels.ts'
import type { Became, FeatureCount } from './outcomes.ts'
import { labelPoint } from './polygon.ts'
import type { Line, Part, Polygon, RoomKind } from './shapes.ts'

export interface VenueFile {
  name: string
  text: string
}
export type ReadFile = VenueFile | Parsed
export interface PlannedRoom {
  externalId: string
  name: string
  /** Names by language. Omitted if the file has only one language. */
  names?: Names
  code: string | null
  kind: RoomKind
  category?: string | null
  outline: Polygon
  longitude: number
  latitude: number
  /** Omitted if the file names the room itself. */
  nameFrom?: NameOrigin
  /** Set if the file does not state the kind. */
  isKindGuessed?: true
  /** The file's word for its features, as in `FeatureCount`. Absent in plans of older versions. */
  what?: string
  /** The file's other texts about the room, by property (`VenuePlan.texts`). */
  said?: Readonly<Record<string, string>>
}
/** Source of a name that the file does not give to the room itself. */
export const nameOrigins = ['occupant', 'number', 'point', 'otherName'] as const
export type NameOrigin = (typeof nameOrigins)[number]

export interface PlannedPart extends Part {
  what?: string
}
export interface SpareFeature {
  externalId: string
  what: string
  became: Became
  shape: Polygon | Line
  name?: string
}
export interface PlannedFloor {
  externalId: string
  name: string
  names?: Names
  shortName: string
  ordinal: number
  outline: Polygon
  rooms: PlannedRoom[]
  parts: PlannedPart[]
  spare?: SpareFeature[]
  /** Rooms that cannot be walked to. Only in plans of older versions; see `PlanChecks`. */
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
  names?: Names
  outline: Polygon
  longitude: number
  latitude: number
  floors: PlannedFloor[]
}
export const assumptionCodes = ['unsignedGrid'] as const
export interface Assumption {
  file: string
  code: (typeof assumptionCodes)[number]
}
export interface VenuePlan {
  buildings: PlannedBuilding[]
  /** Omitted if there are none. */
  assumed?: Assumption[]
  /** Outcome of the file's features. Absent in plans read by older versions. */
  features?: FeatureCount[]
  texts?: TextSource[]
  floorSources?: FloorSource[]
}
export interface TextSource {
  key: string
  rooms: number
  examples: string[]
  isName: boolean
}
export interface FloorSource {
  key: string
  floors: number
  signs: string[]
  isTaken: boolean
}

export interface Parsed {
  name: string
  data: Record<string, unknown>
  /** Set if the format declares itself OpenStreetMap, whatever its tags. */
  format?: 'osm'
}
const MAX_NAMES = 20

export const namedRooms = (rooms: readonly { name: string }[]): NamedRooms => ({
  count: rooms.length,
  names: rooms.flatMap(({ name }) => (name === '' ? [] : [name])).slice(0, MAX_NAMES),
})

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
