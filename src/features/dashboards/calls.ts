import { auth } from '#contract/auth/auth.ts'
import { dashboardItems } from '#contract/dashboards/dashboardItems.ts'
import { dashboards } from '#contract/dashboards/dashboards.ts'
import { injectContract } from '#api/api.ts'

export const dashboardCalls = injectContract(dashboards)
export const itemCalls = injectContract(dashboardItems)
export const { useGetSessionQuery } = injectContract(auth)
