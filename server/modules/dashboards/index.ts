export { dashboardHandlers, dashboardItemHandlers } from './routes.ts'
