export {
  createAll,
  remove,
  setMetadata,
  setStatus,
  updateAll,
  type Change,
  type Draft,
} from './equipment.ts'
export { fellowTrees } from './fellowRows.ts'
export { fellowHandlers } from './fellows.ts'
export { equipmentHandlers } from './routes.ts'
export { resumeStatusBatches } from './batchJob.ts'
export { statusBatchHandlers } from './batches.ts'
