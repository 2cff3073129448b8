export { cleanUp, startCleanUp } from './cleanUp.ts'
export { startRetention } from './remove.ts'
export { retentionHandlers } from './routes.ts'
