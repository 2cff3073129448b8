export { changes, listSensors, markers, metrics } from './metrics.ts'
export { bucketSpans } from './steps.ts'
export { askedHere, storedReadings, type ReadingStores } from './storedReadings.ts'
