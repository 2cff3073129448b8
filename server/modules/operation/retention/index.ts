export { cleanUp, startCleanUp } from './cleanUp.ts'
export { removeExpired, startRetention } from './remove.ts'
export { retentionHandlers } from './routes.ts'
