import { yearStrips } from '#contract/yearStrips.ts'
import { injectContract } from '#api/api.ts'

export const yearStripCalls = injectContract(yearStrips)
