/** The calls of schedule rules and of what they made. */
import { rrules } from '#contract/rrules/rrules.ts'
import { injectContract } from '#api/api.ts'

export const rruleCalls = injectContract(rrules)
