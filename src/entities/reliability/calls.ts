import { reliability } from '#contract/reliability.ts'
import { injectContract } from '#api/api.ts'

export const reliabilityCalls = injectContract(reliability)
