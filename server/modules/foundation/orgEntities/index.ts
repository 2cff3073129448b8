export { ownersOf } from './owners.ts'
export { orgEntityHandlers, orgEntityWrites } from './routes.ts'
