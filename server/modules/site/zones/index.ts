export { startVisitTracking } from './visitTracking.ts'
export { zoneHandlers } from './routes.ts'
export { visitExport } from './visits.ts'
