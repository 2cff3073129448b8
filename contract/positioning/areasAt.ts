/**
 * Finds the areas that contain a point. Tests bounding boxes first, because most areas are
 * elsewhere.
 */
import type { Degrees } from '#contract/venue/plane.ts'
import { boundsOf, isInside, type Bounds } from '#contract/venue/polygon.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import type { Zone } from './visits.ts'

export interface DrawnArea {
  id: number
  floorId: number
  buildingId: number
  outline: Polygon
  drawnAt: number
}
export interface AreasAt {
  at(floorId: number, point: Degrees): Zone[]
  drawnAt: number
}

export function makeAreaLookup(areas: readonly DrawnArea[]): AreasAt {
  const onFloor = new Map<number, { area: DrawnArea; box: Bounds }[]>()
  for (const area of areas) {
    const box = boundsOf([area.outline])
    if (box === null) continue
    const own = onFloor.get(area.floorId) ?? []
    own.push({ area, box })
    onFloor.set(area.floorId, own)
  }
  return {
    at: (floorId, point) =>
      (onFloor.get(floorId) ?? []).flatMap(({ area, box }): Zone[] =>
        isInBox(box, point) && isInside(area.outline, point)
          ? [{ kind: 'area', id: area.id, buildingId: area.buildingId, since: area.drawnAt }]
          : [],
      ),
    drawnAt: Math.max(0, ...areas.map(({ drawnAt }) => drawnAt)),
  }
}

const isInBox = ({ west, east, south, north }: Bounds, { longitude, latitude }: Degrees): boolean =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north
