export { bestResults, distributionRows, distributions } from './distributions.ts'
export { changes, markers, metrics } from './metrics.ts'
export { reportHandlers } from './routes.ts'
export type { ReadingStores } from './storedReadings.ts'
