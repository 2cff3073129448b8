/** A position, and what it was made of. */
import type { Metres } from '#contract/venue/plane.ts'

export const rejections = ['notPlaced', 'tooWeak', 'otherFloor', 'contradicts'] as const
type Rejection = (typeof rejections)[number]
export interface UsedReading {
  gatewayId: number
  rssi: number
  readings: number
  distance: number
}
export interface RejectedReading {
  gatewayId: number
  rssi: number
  readings: number
  why: Rejection
}

export const methods = ['distances', 'nearest', 'placed'] as const
export type Method = (typeof methods)[number]
export interface Fix extends Metres {
  floorId: number
  roomId: number | null
  /** Radius in metres that holds it 68 times of a hundred. */
  accuracy: number
  method: Exclude<Method, 'placed'>
  used: UsedReading[]
  rejected: RejectedReading[]
}
