export { searchOf, setMetadata, setStatus } from './equipment.ts'
export { equipmentHandlers } from './routes.ts'
