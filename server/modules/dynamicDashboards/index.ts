export { dynamicDashboardHandlers } from './routes.ts'
