import { sensors } from '#contract/sensors.ts'
import { injectContract } from '#api/api.ts'

export const sensorCalls = injectContract(sensors)
