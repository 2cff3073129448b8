/** Floors as the plan editor sends them, in metres around one place. */
import type { Input } from '#contract/endpoint.ts'
import type { Position } from '#contract/venue/shapes.ts'
import { venuePlans as plans } from '#contract/venue/venuePlans.ts'

export type Draft = Input<typeof plans.createFloorPlan>['body']
export type Drawn = Draft['rooms'][number]

export const box = (x: number, y: number, wide: number, deep: number) => {
  const at = (east: number, north: number): Position => [
    Number((16 + east / 60_000).toFixed(9)),
    Number((49 + north / 111_000).toFixed(9)),
  ]
  return {
    type: 'Polygon' as const,
    coordinates: [[at(x, y), at(x + wide, y), at(x + wide, y + deep), at(x, y + deep), at(x, y)]],
  }
}
export const drawn = (code: string, x: number, more: Partial<Drawn> = {}): Drawn => ({
  id: null,
  name: '',
  code,
  kind: 'room',
  category: null,
  outline: box(x, 0, 5, 4),
  locationId: null,
  ...more,
})
export const floorOf = (rooms: Drawn[], more: Partial<Draft> = {}): Draft => ({
  buildingId: null,
  buildingName: 'Annex',
  name: 'Ground floor',
  shortName: '0',
  ordinal: 0,
  outline: box(0, 0, 40, 20),
  parts: [],
  rooms,
  locationId: null,
  newLocationTypeId: null,
  picture: null,
  gateways: [],
  ...more,
})
export const withinOf = ({ coordinates }: Draft['outline']): Draft['outline'] => {
  const [x = 0, y = 0] = coordinates[0]?.[0] ?? []
  const at = (east: number, north: number): Position => [x + east * 1e-5, y + north * 1e-5]
  return { type: 'Polygon', coordinates: [[at(1, 1), at(4, 1), at(4, 4), at(1, 4), at(1, 1)]] }
}
