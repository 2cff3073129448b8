import { devices } from '#contract/devices/devices.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { venuePlans } from '#contract/venue/venuePlans.ts'
import { injectContract } from '#api/api.ts'

export const planCalls = injectContract(venuePlans)
export const { useListBuildingsQuery, useGetFloorQuery } = injectContract(rtls)
export const { useListGatewaysQuery } = injectContract(devices)
