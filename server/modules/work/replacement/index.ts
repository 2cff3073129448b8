export { replacementExport } from './exportRows.ts'
export { replacementHandlers } from './routes.ts'
