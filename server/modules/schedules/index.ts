export { complete as completeOccurrences } from './occurrences.ts'
export { companyTime, planOf } from './schedule.ts'
export { scheduleHandlers } from './routes.ts'
export { keepSchedules, runSchedules } from './runner.ts'
