/** A floor as it is drawn: in metres, x to the end of the page's upper edge, y upwards. */
import type { Metres } from '#contract/venue/plane.ts'
import type { RoomKind } from '#contract/venue/shapes.ts'

interface Named {
  id: number
  name: string
}
export interface DrawnRoom {
  key: string
  /** Null: it is not saved yet. */
  id: number | null
  name: string
  code: string
  kind: RoomKind
  category: string | null
  /** Not closed, against the clock. */
  corners: readonly Metres[]
  holes: readonly (readonly Metres[])[]
  place: Named | null
  /** A location is made for it when the plan is saved. */
  makesPlace: boolean
}
export type PartKind = 'wall' | 'door' | 'window'
export interface DrawnPart {
  key: string
  kind: PartKind
  /** A wall of an import may be an area, with holes. */
  isArea: boolean
  lines: readonly (readonly Metres[])[]
}
export interface DrawnGateway {
  equipmentId: number
  name: string
  at: Metres
  /** It is to be placed when the plan is saved. */
  isPlaced: boolean
}
export interface PlanPicture {
  fileId: number
  name: string
  mime: string
  page: number
  /** Of its own units. */
  width: number
  height: number
  /** Where its first corner lies, and the end of its upper edge. */
  from: Metres
  to: Metres
}
export interface Plan {
  name: string
  shortName: string
  ordinal: number
  place: Named | null
  /** Of the locations that are made. */
  placeTypeId: number | null
  /** Null: the tightest line around all rooms. */
  outline: readonly Metres[] | null
  rooms: readonly DrawnRoom[]
  parts: readonly DrawnPart[]
  gateways: readonly DrawnGateway[]
  picture: PlanPicture | null
  /** The outlines of rooms are walls: not where an import drew walls of its own. */
  roomsAreWalls: boolean
  /** Of the next key. */
  next: number
}

export const emptyPlan = (facts: Pick<Plan, 'name' | 'shortName' | 'ordinal'>): Plan => ({
  ...facts,
  place: null,
  placeTypeId: null,
  outline: null,
  rooms: [],
  parts: [],
  gateways: [],
  picture: null,
  roomsAreWalls: true,
  next: 1,
})
