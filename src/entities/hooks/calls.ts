import { hooks } from '#contract/hooks.ts'
import { injectContract } from '#api/api.ts'

export const hookCalls = injectContract(hooks)
