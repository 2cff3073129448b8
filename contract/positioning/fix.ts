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
  /** Metres. Radius of the circle that contains the tag in 68 % of cases. */
  accuracy: number
  method: Exclude<Method, 'placed'>
  used: UsedReading[]
  rejected: RejectedReading[]
}
