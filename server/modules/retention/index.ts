export { keepRetentionRules } from './remove.ts'
export { retentionHandlers } from './routes.ts'
