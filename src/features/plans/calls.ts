import { devices } from '#contract/devices'
import { rtls } from '#contract/rtls'
import { venuePlans } from '#contract/venuePlans'
import { injectContract } from '../../api/api.ts'

export const planCalls = injectContract(venuePlans)
export const { useListBuildingsQuery, useGetFloorQuery } = injectContract(rtls)
export const { useListGatewaysQuery } = injectContract(devices)
