/** Floors and marks as GeoJSON for the map's sources. */
import type { Floor } from '#contract/rtlsShapes'
import { planeAt } from '#contract/venue/plane'
import type { Polygon } from '#contract/venue/shapes'

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

export function floorFeatures(floor: Floor): Features {
  return featuresOf([
    { type: 'Feature', properties: { part: 'site' }, geometry: floor.outline },
    ...floor.rooms.map((room): Feature => ({
      type: 'Feature',
      properties: { part: 'room', kind: room.kind, roomId: room.id },
      geometry: room.outline,
    })),
    ...floor.parts.map(({ kind, shape }): Feature => ({
      type: 'Feature',
      properties: { part: kind },
      geometry: shape,
    })),
  ])
}

/** Names for rooms alone: a venue's hundred toilets need none from afar. */
export function roomLabels(
  floor: Floor,
  nameOf: (room: Floor['rooms'][number]) => string,
): Features {
  return featuresOf(
    floor.rooms.flatMap((room): Feature[] => {
      const name = room.kind === 'closed' ? '' : nameOf(room)
      return name === ''
        ? []
        : [
            {
              type: 'Feature',
              properties: { name, isMinor: room.kind !== 'room' && room.kind !== 'entrance' },
              geometry: { type: 'Point', coordinates: [room.longitude, room.latitude] },
            },
          ]
    }),
  )
}

export const siteFeatures = (outlines: readonly Polygon[]): Features =>
  featuresOf(outlines.map((geometry) => ({ type: 'Feature', properties: {}, geometry })))

/** A circle on the ground, of so many metres. */
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
export interface Marks {
  circles?: readonly { at: Spot; metres: number; colour: string; isDashed?: boolean }[]
  lines?: readonly { points: readonly Spot[]; colour: string; isDashed?: boolean }[]
  pins?: readonly { at: Spot; label: string; colour: string; isBig?: boolean }[]
  /** Weight from 0 to 1. */
  heat?: readonly { at: Spot; weight: number }[]
}

export function markFeatures({ circles = [], lines = [], pins = [], heat = [] }: Marks): Features {
  return featuresOf([
    ...heat.map(({ at, weight }): Feature => ({
      type: 'Feature',
      properties: { mark: 'heat', weight },
      geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
    })),
    ...circles.map(({ at, metres, colour, isDashed = false }): Feature => ({
      type: 'Feature',
      properties: { mark: 'circle', colour, isDashed },
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
    ...pins.map(({ at, label, colour, isBig = false }): Feature => ({
      type: 'Feature',
      properties: { mark: 'pin', label, colour, isBig },
      geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
    })),
  ])
}
