/** What gateways hear, as circles around them; what is moved, where it is to stand. Pure. */
import type { Marks } from '../../map/features.ts'

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

/** The one that is moved stays, dimmed, where it stood, and takes its reach to the new spot. */
export function marksOfPlacing(
  reach: readonly Reach[],
  movedId: number | null,
  spot: Spot | null,
  { moved, others, before }: Colours,
): Marks {
  const own = reach.find(({ equipment: { id } }) => id === movedId)
  const rest = reach.filter(({ equipment: { id } }) => id !== movedId)
  // What has not stood here yet is expected to hear as far as the others that are not measured.
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
      own === undefined || spot === null
        ? []
        : [{ points: [own, spot], colour: before, isDashed: true }],
    pins: [
      ...rest.map((one) => ({ at: one, label: one.equipment.name, colour: others })),
      ...(own === undefined ? [] : [{ at: own, label: '', colour: before }]),
      ...(spot === null ? [] : [{ at: spot, label: '', colour: moved, isBig: true }]),
    ],
  }
}
