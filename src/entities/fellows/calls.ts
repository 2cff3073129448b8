import { fellows } from '#contract/fellows'
import { injectContract } from '../../api/api.ts'

export const fellowCalls = injectContract(fellows)
