import { yearStrips } from '#contract/yearStrips'
import { injectContract } from '../../api/api.ts'

export const yearStripCalls = injectContract(yearStrips)
