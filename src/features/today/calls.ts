import { today } from '#contract/today'
import { injectContract } from '../../api/api.ts'

export const todayCalls = injectContract(today)
