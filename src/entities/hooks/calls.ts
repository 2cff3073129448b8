import { hooks } from '#contract/hooks'
import { injectContract } from '../../api/api.ts'

export const hookCalls = injectContract(hooks)
