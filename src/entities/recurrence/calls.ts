import { rrules } from '#contract/rrules/rrules.ts'
import { injectContract } from '#api/api.ts'

export const rruleCalls = injectContract(rrules)
