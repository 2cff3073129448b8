export { makeInventoryHandlers } from './routes.ts'
export { stockByItem } from './rows.ts'
export { takeUsed } from './use.ts'
