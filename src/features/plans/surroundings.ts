import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { Metres } from '#contract/venue/plane.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import { toSheet, type Sheet } from './drawing/frame.ts'

export interface Surrounding {
  key: string
  corners: readonly Metres[]
  isBuilding: boolean
}
const MAX_SHOWN_M = 1_500

export function surroundingsOf(
  sheet: Sheet,
  houses: readonly { id: number; outline: Polygon }[],
  below: Floor | undefined,
): Surrounding[] {
  const ring = (shape: Polygon): Metres[] =>
    (shape.coordinates[0] ?? []).slice(0, -1).map((position) => toSheet(sheet, position))
  return [
    ...houses.map(({ id, outline }) => ({
      key: `h${id}`,
      corners: ring(outline),
      isBuilding: true,
    })),
    ...(below?.rooms ?? []).map(({ id, outline }) => ({
      key: `r${id}`,
      corners: ring(outline),
      isBuilding: false,
    })),
  ].filter(({ corners }) => corners.every(({ x, y }) => Math.hypot(x, y) < MAX_SHOWN_M))
}

/** Metres. Buildings farther away are omitted for a new one. */
const NEAR_M = 60

/**
 * The surroundings shown on an empty sheet: all of its own building, or the whole neighbours of a
 * new one.
 */
export const cornersToShow = (
  surroundings: readonly Surrounding[],
  isOfBuilding: boolean,
): Metres[] =>
  surroundings
    .filter(({ corners }) => isOfBuilding || corners.some(({ x, y }) => Math.hypot(x, y) < NEAR_M))
    .flatMap(({ corners }) => corners)
