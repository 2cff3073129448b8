import { replacement } from '#contract/replacement.ts'
import { injectContract } from '#api/api.ts'

export const replacementCalls = injectContract(replacement)
