export { inventoryHandlers } from './routes.ts'
export { stockByItem, stockExport } from './rows.ts'
export { consumeStock } from './use.ts'
