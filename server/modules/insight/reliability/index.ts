export { countDowntime, recountDowntime, startDowntime } from './countDowntime.ts'
export { reliabilityHandlers } from './routes.ts'
