import { devices } from '#contract/devices.ts'
import { rtls } from '#contract/rtls.ts'
import { venuePlans } from '#contract/venuePlans.ts'
import { injectContract } from '#api/api.ts'

export const planCalls = injectContract(venuePlans)
export const { useListBuildingsQuery, useGetFloorQuery } = injectContract(rtls)
export const { useListGatewaysQuery } = injectContract(devices)
