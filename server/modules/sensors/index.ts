export { sensorHandlers } from './routes.ts'
export { takeReadings, type Taken } from './take.ts'
export { keepWatching } from './watch.ts'
