export { makeInventoryHandlers } from './routes.ts'
export { stockByItem } from './rows.ts'
export { consumeStock } from './use.ts'
