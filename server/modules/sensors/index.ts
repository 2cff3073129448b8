export { sensorHandlers } from './routes.ts'
export { createSensor, deleteSensor, updateSensor } from './sensors.ts'
export { takeReadings, type Taken } from './take.ts'
export { keepWatching } from './watch.ts'
