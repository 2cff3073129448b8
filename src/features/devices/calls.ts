import { devices } from '#contract/devices.ts'
import { rtls } from '#contract/rtls.ts'
import { injectContract } from '#api/api.ts'

export const deviceCalls = injectContract(devices)
export const beaconCalls = injectContract(rtls)
