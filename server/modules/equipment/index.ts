export {
  createAll,
  setMetadata,
  setStatus,
  updateAll,
  type Change,
  type Draft,
} from './equipment.ts'
export { equipmentHandlers } from './routes.ts'
