/** Outlines of storeys from their slabs. */
import { groupBy } from '#contract/rules/groupBy.ts'
import { joinPolygons } from '#contract/venue/joinPolygons.ts'
import { metresToRing } from '#contract/venue/nearRing.ts'
import { planeAt } from '#contract/venue/plane.ts'
import { areaOf, isInside, labelPoint } from '#contract/venue/polygon.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import { textOf, type IfcModel } from './model.ts'
import type { Structure } from './structure.ts'

const FLOOR = /^(FLOOR|BASESLAB|NOTDEFINED|USERDEFINED|)$/
/** Maximum slabs per storey. Further slabs are small: landings, plinths, paving. */
const MAX_SLABS = 100

/** Slabs by storey, largest first, without holes: stairs and shafts belong to their floor. */
export function slabsOf(
  model: IfcModel,
  structure: Structure,
  areasOf: (id: number) => readonly Polygon[],
): ReadonlyMap<number, readonly Polygon[]> {
  const floors = model.all('IFCSLAB').flatMap((id) => {
    const storey = structure.storeyOf(id)
    return storey !== null && FLOOR.test(textOf(model.entity(id)['PredefinedType']))
      ? [{ id, storeyId: storey.id }]
      : []
  })
  const byStorey = groupBy(floors, ({ storeyId }) => storeyId)
  return new Map(
    [...byStorey].map(([storeyId, slabs]) => [
      storeyId,
      slabs
        .slice(0, MAX_SLABS)
        .flatMap(({ id }) => areasOf(id))
        .map(({ coordinates }): Polygon => ({
          type: 'Polygon',
          coordinates: coordinates.slice(0, 1),
        }))
        .toSorted((one, other) => areaOf(other) - areaOf(one)),
    ]),
  )
}

/** Metres that walls may extend beyond their slab. */
const BEYOND = 1
/** Minimum share of the walls on a floor's slabs. Other walls are outdoors, or on another slab. */
const CARRIED = 0.9

/** Null if the slabs do not carry the rooms and walls, as those of a terrace or roof. */
export function outlineOfSlabs(
  slabs: readonly Polygon[],
  { rooms, walls }: { rooms: readonly Polygon[]; walls: readonly Polygon[] },
): Polygon | null {
  const apart: Polygon[] = []
  // Layers of one floor lie on top of each other, so only separate slabs count.
  for (const slab of slabs) if (!apart.some((other) => doOverlap(other, slab))) apart.push(slab)
  const { outline } = joinPolygons(apart)
  if (outline === null) return null
  const plane = planeAt(labelPoint(outline))
  const isCarried = (shape: Polygon): boolean => {
    const middle = labelPoint(shape)
    return (
      isInside(outline, middle) || metresToRing(outline, plane, plane.toMetres(middle)) < BEYOND
    )
  }
  const standing = walls.filter(isCarried).length
  return rooms.every(isCarried) && standing >= walls.length * CARRIED ? outline : null
}

/** Share of the way to the middle: slabs that touch do not overlap. */
const INWARDS = 0.02

function doOverlap(one: Polygon, other: Polygon): boolean {
  const hasCorner = (shape: Polygon, corners: Polygon): boolean => {
    const { longitude, latitude } = labelPoint(corners)
    return (corners.coordinates[0] ?? []).some(([x, y]) =>
      isInside(shape, {
        longitude: x + (longitude - x) * INWARDS,
        latitude: y + (latitude - y) * INWARDS,
      }),
    )
  }
  return hasCorner(one, other) || hasCorner(other, one) || isInside(one, labelPoint(other))
}
