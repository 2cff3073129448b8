export { orgEntityHandlers } from './routes.ts'
