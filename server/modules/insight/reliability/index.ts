export { countDowntime, recountDowntime, startDowntime } from './countDowntime.ts'
export { availabilityOfWeeks } from './weeks.ts'
export { reliabilityHandlers } from './routes.ts'
