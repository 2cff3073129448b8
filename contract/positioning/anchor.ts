import type { Metres } from '#contract/venue/plane.ts'

/**
 * A gateway with a position on a floor. `correction` in dB is added to the signal strength it
 * reports, because receivers differ.
 */
export interface Anchor extends Metres {
  gatewayId: number
  floorId: number
  correction: number
}
