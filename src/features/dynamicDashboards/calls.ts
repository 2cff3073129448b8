import { dynamicDashboards } from '#contract/dynamicDashboards.ts'
import { injectContract } from '#api/api.ts'

export const dynamicCalls = injectContract(dynamicDashboards)
