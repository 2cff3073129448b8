import { fellows } from '#contract/equipment/fellows.ts'
import { injectContract } from '#api/api.ts'

export const fellowCalls = injectContract(fellows)
