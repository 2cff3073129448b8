export { holidayListHandlers } from './routes.ts'
export { hasHolidayList } from './lists.ts'
export { followedCalendarHandlers } from './followedRoutes.ts'
export { scheduleFullRead, startFollowedCalendars } from './followed.ts'
