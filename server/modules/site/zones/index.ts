export { startVisitTracking } from './visitTracking.ts'
export { zoneHandlers } from './routes.ts'
