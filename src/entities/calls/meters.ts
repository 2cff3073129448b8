import { meters } from '#contract/meters/meters.ts'
import { injectContract } from '#api/api.ts'

export const meterCalls = injectContract(meters)
