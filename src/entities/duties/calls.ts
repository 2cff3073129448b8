import { duties } from '#contract/duties/duties.ts'
import { injectContract } from '#api/api.ts'

export const dutyCalls = injectContract(duties)
