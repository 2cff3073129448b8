import { zones } from '#contract/zones'
import { injectContract } from '../../api/api.ts'

export const zoneCalls = injectContract(zones)
