export { distributionRows, distributions } from './distributions.ts'
export { reportHandlers } from './routes.ts'
