import { skipToken } from '@reduxjs/toolkit/query'
import type { Reach } from './reach.ts'
import { rtlsCalls, useListReachQuery } from '../calls.ts'

const none: readonly Reach[] = []

export function useGatewayReach(placedId: number | null, floorId: number | null): readonly Reach[] {
  const { data: placed } = rtlsCalls.useListMapEquipmentQuery(
    placedId === null ? skipToken : { body: { ids: [placedId] } },
  )
  const isGateway = placedId !== null && placed?.rows[0]?.isGateway === true
  const { data } = useListReachQuery(
    !isGateway || floorId === null ? skipToken : { params: { floorId } },
  )
  return isGateway ? (data?.rows ?? none) : none
}
