import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { planeAt } from '#contract/venue/plane.ts'
import { outlineParts } from '#contract/venue/outlineParts.ts'
import { isInside } from '#contract/venue/polygon.ts'
import type { Around, Polygon } from '#contract/venue/shapes.ts'
import { doorSwing } from './doors.ts'

type Feature = {
  type: 'Feature'
  properties: Record<string, string | number | boolean | null>
  geometry:
    | { type: 'Polygon'; coordinates: number[][][] }
    | { type: 'LineString'; coordinates: number[][] }
    | { type: 'Point'; coordinates: number[] }
}
export interface Features {
  type: 'FeatureCollection'
  features: Feature[]
}
const featuresOf = (features: Feature[]): Features => ({
  type: 'FeatureCollection',
  features,
})

const partsAs = (outline: Polygon, properties: Feature['properties']): Feature[] =>
  outlineParts(outline).map((geometry) => ({
    type: 'Feature',
    properties,
    geometry: { ...geometry },
  }))

export type RoomPaint = (room: Floor['rooms'][number]) => string

export function floorFeatures(floor: Floor, paintOf: RoomPaint): Features {
  const enterable = floor.rooms.filter(({ kind }) => kind !== 'corridor' && kind !== 'closed')
  const isRoom = (at: { longitude: number; latitude: number }): boolean =>
    enterable.some(({ outline }) => isInside(outline, at))
  return featuresOf([
    ...partsAs(floor.outline, { part: 'site' }),
    ...floor.rooms.flatMap((room) =>
      partsAs(room.outline, {
        part: 'room',
        kind: room.kind,
        roomId: room.id,
        fill: paintOf(room),
      }),
    ),
    ...floor.parts.map(({ kind, shape }): Feature => ({
      type: 'Feature',
      properties: { part: kind },
      geometry: shape,
    })),
    ...floor.parts.flatMap((part): Feature[] => {
      const swing = part.kind === 'door' ? doorSwing(part, isRoom) : null
      return swing === null
        ? []
        : [{ type: 'Feature', properties: { part: 'swing' }, geometry: swing }]
    }),
  ])
}

export const groundFeatures = (around: readonly Around[], outlines: readonly Polygon[]): Features =>
  featuresOf([
    ...around.map(({ kind, shape }): Feature => ({
      type: 'Feature',
      properties: { kind },
      geometry: shape,
    })),
    ...outlines.flatMap((outline) => partsAs(outline, { kind: 'house' })),
  ])

function circleOf(point: { longitude: number; latitude: number }, metres: number): Polygon {
  const plane = planeAt(point)
  const ring = Array.from({ length: 49 }, (_, index): [number, number] => {
    const angle = (index / 48) * 2 * Math.PI
    const { longitude, latitude } = plane.toDegrees({
      x: Math.cos(angle) * metres,
      y: Math.sin(angle) * metres,
    })
    return [longitude, latitude]
  })
  return { type: 'Polygon', coordinates: [ring] }
}

type Spot = { longitude: number; latitude: number }
export interface Pin {
  at: Spot
  label: string
  colour: string
  isBig?: boolean
  moverId?: number
}
export interface Marks {
  /**
   * Shapes over the rooms. `name`: shown if it fits. `isChosen`: highlighted. `strength`: opacity,
   * up to 1.
   */
  areas?: readonly {
    outline: Polygon
    colour: string
    name?: string
    isChosen?: boolean
    strength?: number
  }[]
  circles?: readonly {
    at: Spot
    metres: number
    colour: string
    isDashed?: boolean
    /** For many overlapping shapes: draws little more than outlines. */
    isFaint?: boolean
  }[]
  lines?: readonly { points: readonly Spot[]; colour: string; isDashed?: boolean }[]
  /** With `moverId` the pin labels a mover and moves with it. */
  pins?: readonly Pin[]
  /** Heat cells. `rank`: hotter cells lie over colder ones. */
  heat?: readonly { at: Spot; colour: string; rank: number }[]
}

export function markFeatures({
  areas = [],
  circles = [],
  lines = [],
  pins = [],
  heat = [],
}: Marks): Features {
  return featuresOf([
    ...areas.map(({ outline, colour, isChosen = false, strength }): Feature => ({
      type: 'Feature',
      properties: {
        mark: 'area',
        colour,
        isChosen,
        strength: strength ?? (isChosen ? 0.34 : 0.16),
      },
      geometry: outline,
    })),
    ...heat.map(({ at, colour, rank }): Feature => ({
      type: 'Feature',
      properties: { mark: 'heat', colour, rank },
      geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
    })),
    ...circles.map(({ at, metres, colour, isDashed = false, isFaint = false }): Feature => ({
      type: 'Feature',
      properties: { mark: 'circle', colour, isDashed, isFaint },
      geometry: circleOf(at, metres),
    })),
    ...lines
      .filter(({ points }) => points.length > 1)
      .map(({ points, colour, isDashed = false }): Feature => ({
        type: 'Feature',
        properties: { mark: 'line', colour, isDashed },
        geometry: {
          type: 'LineString',
          coordinates: points.map(({ longitude, latitude }) => [longitude, latitude]),
        },
      })),
    ...pins
      .filter(({ moverId }) => moverId === undefined)
      .map(({ at, colour, isBig = false }): Feature => ({
        type: 'Feature',
        properties: { mark: 'pin', colour, isBig },
        geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
      })),
  ])
}
