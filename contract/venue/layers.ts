/** Records from which kind of feature each shape was drawn, so that kinds can be dropped. */
import type { Ledger } from './ledger.ts'
import type { PlannedBuilding, PlannedFloor, SpareFeature } from './plan.ts'

/** Maximum characters that a plan stores of dropped features. */
const MAX_SPARE = 1_500_000

export function withLayers(
  buildings: readonly PlannedBuilding[],
  { whatOf, kindOf }: Ledger,
): PlannedBuilding[] {
  let left = MAX_SPARE
  const spareOf = (spare: readonly SpareFeature[]): SpareFeature[] =>
    spare.flatMap((feature) => {
      left -= JSON.stringify(feature).length
      return left < 0 ? [] : [{ ...feature, what: kindOf(feature.what) }]
    })
  const layered = ({ spare = [], ...floor }: PlannedFloor): PlannedFloor => {
    const kept = spareOf(spare)
    return {
      ...floor,
      rooms: floor.rooms.map((room) => {
        const what = whatOf(room.outline) ?? whatOf(room)
        return what === undefined ? room : { ...room, what }
      }),
      parts: floor.parts.map((part) => {
        const what = whatOf(part.shape) ?? whatOf(part) ?? part.what
        return what === undefined ? part : { ...part, what }
      }),
      ...(kept.length > 0 && { spare: kept }),
    }
  }
  return buildings.map((building) => ({ ...building, floors: building.floors.map(layered) }))
}
