import type { Metres } from '#contract/venue/plane.ts'

/**
 * A gateway that stands on a floor. `correction` in dB is added to what it hears: no two are built
 * alike.
 */
export interface Anchor extends Metres {
  gatewayId: number
  floorId: number
  correction: number
}
