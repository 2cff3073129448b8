import { fellows } from '#contract/fellows.ts'
import { injectContract } from '#api/api.ts'

export const fellowCalls = injectContract(fellows)
