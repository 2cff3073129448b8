export { calendarOf } from './numbers.ts'
export { mayChoose } from './gone.ts'
export { dashboardHandlers, dashboardItemHandlers } from './routes.ts'
