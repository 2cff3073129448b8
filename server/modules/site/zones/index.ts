export { startVisitTracking } from './visitTracking.ts'
export { zoneHandlers } from './routes.ts'
export { visibleZoneRules } from './rules.ts'
export { visitExport } from './visits.ts'
