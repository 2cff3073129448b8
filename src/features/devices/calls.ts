import { devices } from '#contract/devices'
import { rtls } from '#contract/rtls'
import { injectContract } from '../../api/api.ts'

export const deviceCalls = injectContract(devices)
export const beaconCalls = injectContract(rtls)
