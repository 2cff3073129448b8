/** Which drawn areas a point lies in: boxes first, as most areas are elsewhere. Pure. */
import type { Degrees } from '../venue/plane.ts'
import { boundsOf, isInside, type Bounds } from '../venue/polygon.ts'
import type { Polygon } from '../venue/shapes.ts'
import type { Zone } from './visits.ts'

export interface DrawnArea {
  id: number
  floorId: number
  buildingId: number
  outline: Polygon
  /** When its outline became what it is. */
  drawnAt: number
}
export type AreasAt = (floorId: number, at: Degrees) => Zone[]

export function areasAtOf(areas: readonly DrawnArea[]): AreasAt {
  const onFloor = new Map<number, { area: DrawnArea; box: Bounds }[]>()
  for (const area of areas) {
    const box = boundsOf([area.outline])
    if (box === null) continue
    const own = onFloor.get(area.floorId) ?? []
    own.push({ area, box })
    onFloor.set(area.floorId, own)
  }
  return (floorId, at) =>
    (onFloor.get(floorId) ?? []).flatMap(({ area, box }): Zone[] =>
      at.longitude >= box.west &&
      at.longitude <= box.east &&
      at.latitude >= box.south &&
      at.latitude <= box.north &&
      isInside(area.outline, at)
        ? [{ kind: 'area', id: area.id, buildingId: area.buildingId, since: area.drawnAt }]
        : [],
    )
}
