export { bestResults, distributionRows, distributions } from './distributions.ts'
export { reportHandlers } from './routes.ts'
