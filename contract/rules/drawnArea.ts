import { planeAt } from '#contract/venue/plane.ts'
import { areaOf, boundsOf, crossesItself } from '#contract/venue/polygon.ts'
import type { Polygon, Position } from '#contract/venue/shapes.ts'

/** Maximum per company. */
export const MAX_AREAS = 500
export const MAX_AREA_CORNERS = 64
const AREA_M2 = { smallest: 1, largest: 1_000_000 }
/** Metres beyond the outline: a yard or a ramp is drawn on the building's floor too. */
const BEYOND_M = 200

export type AreaFault = 'tooFew' | 'tooMany' | 'crosses' | 'tooSmall' | 'tooLarge' | 'tooFar'

/** Closes the ring: `corners` does not repeat its first point. */
export const areaOutline = (corners: readonly Position[]): Polygon => ({
  type: 'Polygon',
  coordinates: [[...corners, ...corners.slice(0, 1)]],
})

/** Returns null if the corners form a valid area of the floor. */
export function areaFault(corners: readonly Position[], floor: Polygon): AreaFault | null {
  const bounds = boundsOf([floor])
  if (corners.length < 3 || bounds === null) return 'tooFew'
  if (corners.length > MAX_AREA_CORNERS) return 'tooMany'
  const plane = planeAt({ longitude: bounds.west, latitude: bounds.south })
  const end = plane.toMetres({ longitude: bounds.east, latitude: bounds.north })
  const metres = corners.map(([longitude, latitude]): Position => {
    const { x, y } = plane.toMetres({ longitude, latitude })
    return [x, y]
  })
  const isNear = ([x, y]: Position) =>
    x >= -BEYOND_M && y >= -BEYOND_M && x <= end.x + BEYOND_M && y <= end.y + BEYOND_M
  if (!metres.every(isNear)) return 'tooFar'
  const outline = areaOutline(metres)
  if (crossesItself(outline.coordinates[0] ?? [])) return 'crosses'
  const size = areaOf(outline)
  if (size < AREA_M2.smallest) return 'tooSmall'
  return size > AREA_M2.largest ? 'tooLarge' : null
}
