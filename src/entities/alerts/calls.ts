import { alerts } from '#contract/alerts.ts'
import { injectContract } from '#api/api.ts'

export const alertCalls = injectContract(alerts)
