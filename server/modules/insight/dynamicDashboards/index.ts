export { dynamicDashboardsCounting } from './counting.ts'
export { dynamicDashboardHandlers } from './routes.ts'
