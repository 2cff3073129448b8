export { startRetention } from './remove.ts'
export { retentionHandlers } from './routes.ts'
