import { zones } from '#contract/zones.ts'
import { injectContract } from '#api/api.ts'

export const zoneCalls = injectContract(zones)
