import { dynamicDashboards } from '#contract/dashboards/dynamicDashboards.ts'
import { injectContract } from '#api/api.ts'

export const dynamicCalls = injectContract(dynamicDashboards)
