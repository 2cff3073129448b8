import { devices } from '#contract/devices/devices.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { sensors } from '#contract/sensors.ts'
import { injectContract } from '#api/api.ts'

export const deviceCalls = injectContract(devices)
export const beaconCalls = injectContract(rtls)
export const measurementCalls = injectContract(sensors)
