export { holidayListHandlers } from './routes.ts'
export { hasHolidayList } from './lists.ts'
