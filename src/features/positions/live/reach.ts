import type { Marks } from '#map/features.ts'

interface Spot {
  longitude: number
  latitude: number
}
export interface Reach extends Spot {
  equipment: { id: number; name: string }
  metres: number
  isMeasured: boolean
}
interface Colours {
  moved: string
  others: string
  before: string
}

interface Moved {
  id: number | null
  /** Null if the gateway has no position on this floor. */
  at: Spot | null
  label: string
}

/** The old position stays marked; the range moves to the new spot. */
export function marksOfPlacing(
  reach: readonly Reach[],
  { id: movedId, at, label }: Moved,
  spot: Spot | null,
  { moved, others, before }: Colours,
): Marks {
  const own = reach.find(({ equipment: { id } }) => id === movedId)
  const rest = reach.filter(({ equipment: { id } }) => id !== movedId)
  const now = at ?? own ?? null
  // A gateway new to the floor gets the range of the floor's unmeasured gateways.
  const metres = own?.metres ?? rest.find(({ isMeasured }) => !isMeasured)?.metres ?? null
  return {
    circles: [
      ...rest.map((one) => ({
        at: one,
        metres: one.metres,
        colour: others,
        isDashed: !one.isMeasured,
        isFaint: true,
      })),
      ...(own === undefined
        ? []
        : [{ at: own, metres: own.metres, colour: before, isDashed: true }]),
      ...(spot === null || metres === null || reach.length === 0
        ? []
        : [{ at: spot, metres, colour: moved, isDashed: own?.isMeasured !== true }]),
    ],
    lines:
      now === null || spot === null
        ? []
        : [{ points: [now, spot], colour: before, isDashed: true }],
    pins: [
      ...rest.map((one) => ({ at: one, label: one.equipment.name, colour: others })),
      ...(now === null ? [] : [{ at: now, label, colour: before }]),
      ...(spot === null ? [] : [{ at: spot, label: '', colour: moved, isBig: true }]),
    ],
  }
}
