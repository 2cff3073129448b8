import { hullOf } from './joinPolygons.ts'
import { metresToRing } from './nearRing.ts'
import { planeAt } from './plane.ts'
import { isInside } from './polygon.ts'
import type { Polygon } from './shapes.ts'

/** Metres that a room may reach beyond its outline, as walls are drawn inexactly. */
const BEYOND = 2

/** The outline, or the hull of it and of the rooms if one of them reaches beyond. */
export function grownOutline(outline: Polygon, rooms: readonly { outline: Polygon }[]): Polygon {
  const [longitude = 0, latitude = 0] = outline.coordinates[0]?.[0] ?? []
  const plane = planeAt({ longitude, latitude })
  const beyond = rooms.filter((room) =>
    (room.outline.coordinates[0] ?? []).some(([x, y]) => {
      const corner = { longitude: x, latitude: y }
      return (
        !isInside(outline, corner) && metresToRing(outline, plane, plane.toMetres(corner)) > BEYOND
      )
    }),
  )
  if (beyond.length === 0) return outline
  return hullOf([outline, ...beyond.map((room) => room.outline)]) ?? outline
}
