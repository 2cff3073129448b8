export { changes, listSensors, listMarkers, metrics } from './metrics.ts'
export { bucketSpans } from './steps.ts'
export { storedReadingsWhere, storedReadings, type ReadingStores } from './storedReadings.ts'
