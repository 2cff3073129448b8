import { alerts } from '#contract/alerts'
import { injectContract } from '../../api/api.ts'

export const alertCalls = injectContract(alerts)
