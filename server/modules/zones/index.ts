export { startVisitTracking } from './keepVisits.ts'
export { zoneHandlers } from './routes.ts'
