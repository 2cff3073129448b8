import { dynamicDashboards } from '#contract/dynamicDashboards'
import { injectContract } from '../../api/api.ts'

export const dynamicCalls = injectContract(dynamicDashboards)
