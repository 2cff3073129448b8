import { sensors } from '#contract/sensors'
import { injectContract } from '../../api/api.ts'

export const sensorCalls = injectContract(sensors)
