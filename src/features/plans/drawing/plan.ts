/** A drawn floor in metres: x along the page's upper edge, y up. */
import type { Metres } from '#contract/venue/plane.ts'
import type { RoomKind } from '#contract/venue/shapes.ts'

interface Named {
  id: number
  name: string
}
export interface DrawnRoom {
  key: string
  /** Null until saved. */
  id: number | null
  name: string
  code: string
  kind: RoomKind
  category: string | null
  /** An open ring, counterclockwise. */
  corners: readonly Metres[]
  holes: readonly (readonly Metres[])[]
  place: Named | null
  /** Saving the plan creates a location for it. */
  makesPlace: boolean
}
export type PartKind = 'wall' | 'door' | 'window'
export interface DrawnPart {
  key: string
  kind: PartKind
  /** An imported wall may be an area with holes. */
  isArea: boolean
  lines: readonly (readonly Metres[])[]
}
export interface DrawnGateway {
  equipmentId: number
  name: string
  at: Metres
  isPlaced: boolean
}
export interface PlanPicture {
  fileId: number
  name: string
  mime: string
  page: number
  width: number
  height: number
  /** The first corner, and the end of the upper edge. */
  from: Metres
  to: Metres
}
export interface Plan {
  name: string
  shortName: string
  ordinal: number
  place: Named | null
  placeTypeId: number | null
  /** Null for the hull around all rooms. */
  outline: readonly Metres[] | null
  rooms: readonly DrawnRoom[]
  parts: readonly DrawnPart[]
  gateways: readonly DrawnGateway[]
  picture: PlanPicture | null
  /** Room outlines are walls, unless an import has drawn walls. */
  roomsAreWalls: boolean
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
