/** What a venue is read into, and how features and texts are taken out of files that nobody vouches for. */
import { labelPoint } from './polygon.ts'
import type { Part, Polygon, RoomKind } from './shapes.ts'

export interface VenueFile { name: string; text: string }
export const faultCodes = ['notJson', 'notGeoJson', 'noGeometry', 'badGeometry', 'outOfRange', 'unknownLevel', 'unknownKind', 'duplicate', 'farAway', 'noFloors'] as const
export type FaultCode = (typeof faultCodes)[number]
/** `feature`: its id or its place in the file. */
export interface VenueFault { file: string; feature: string | null; code: FaultCode }

export interface PlannedRoom { externalId: string; name: string; code: string | null; kind: RoomKind; outline: Polygon; longitude: number; latitude: number }
export interface PlannedFloor { externalId: string; name: string; shortName: string; ordinal: number; outline: Polygon; rooms: PlannedRoom[]; parts: Part[] }
export interface PlannedBuilding { externalId: string; name: string; outline: Polygon; longitude: number; latitude: number; floors: PlannedFloor[] }
export interface VenuePlan { buildings: PlannedBuilding[] }

export interface Parsed { name: string; data: Record<string, unknown> }
export type Tell = (file: string, feature: string | null, code: FaultCode) => void

export function featuresIn(data: Record<string, unknown>): Record<string, unknown>[] {
  const list = data['type'] === 'FeatureCollection' && Array.isArray(data['features']) ? data['features'] : []
  return list.filter((feature): feature is Record<string, unknown> => typeof feature === 'object' && feature !== null)
}

export const fieldsOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {})

/** A text, a number, or a text in several languages: the first that says something. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim().slice(0, 200)
  if (typeof value === 'number') return String(value)
  const languages = fieldsOf(value)
  return textOfFirst([languages['en'], ...Object.values(languages)])
}
const textOfFirst = (values: readonly unknown[]): string => values.map((one) => (typeof one === 'string' ? one.trim() : '')).find((one) => one !== '')?.slice(0, 200) ?? ''

export const plannedRoom = (facts: Omit<PlannedRoom, 'longitude' | 'latitude'>): PlannedRoom => ({ ...facts, ...labelPoint(facts.outline) })
