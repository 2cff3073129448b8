export { keepVisits } from './keepVisits.ts'
export { zoneHandlers } from './routes.ts'
