export { searchOf } from './equipment.ts'
export { equipmentHandlers } from './routes.ts'
