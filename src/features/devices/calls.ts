import { devices } from '#contract/devices/devices.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { injectContract } from '#api/api.ts'

export const deviceCalls = injectContract(devices)
export const beaconCalls = injectContract(rtls)
