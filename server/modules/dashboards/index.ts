export { detailsOf } from './details.ts'
export { mayChoose, referencesOfFilters } from './gone.ts'
export { calendarOf, numberOf, unrestricted, type CardQuestion } from './numbers.ts'
export { dashboardHandlers, dashboardItemHandlers } from './routes.ts'
