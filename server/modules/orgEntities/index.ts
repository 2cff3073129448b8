export { ownersOf } from './owners.ts'
export { orgEntityHandlers } from './routes.ts'
