import type { Reach } from './reach.ts'
import { rtlsCalls, useListReachQuery } from '../calls.ts'

const none: readonly Reach[] = []

/** The gateways of a floor and what they hear, while one of them is placed. */
export function useReach(placedId: number | null, floorId: number | null): readonly Reach[] {
  const { data: placed } = rtlsCalls.useListMapEquipmentQuery(
    { body: { ids: [placedId ?? 1] } as never },
    { skip: placedId === null },
  ) // an id from the address; the panel asks the same
  const isGateway = placedId !== null && placed?.rows[0]?.isGateway === true
  const { data } = useListReachQuery(
    { params: { floorId: floorId ?? 0 } },
    { skip: !isGateway || floorId === null },
  )
  return isGateway ? (data?.rows ?? none) : none
}
