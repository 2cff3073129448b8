export { searchOf, setStatus } from './equipment.ts'
export { equipmentHandlers } from './routes.ts'
