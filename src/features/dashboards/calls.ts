import { auth } from '#contract/auth'
import { dashboardItems } from '#contract/dashboardItems'
import { dashboards } from '#contract/dashboards'
import { injectContract } from '../../api/api.ts'

export const dashboardCalls = injectContract(dashboards)
export const itemCalls = injectContract(dashboardItems)
export const { useGetSessionQuery } = injectContract(auth)
