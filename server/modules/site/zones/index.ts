export { startVisitTracking } from './visitTracking.ts'
export { zoneHandlers } from './routes.ts'
export { visibleZoneRules } from './rules.ts'
export { isVisitTo, visitExport } from './visits.ts'
