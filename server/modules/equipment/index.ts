export {
  createAll,
  removeAll,
  setMetadata,
  updateAll,
  type Change,
  type MetadataSet,
} from './equipment.ts'
export type { Draft } from './parseInput.ts'
export { fellowTrees } from './fellowRows.ts'
export { fellowHandlers } from './fellows.ts'
export { equipmentHandlers } from './routes.ts'
export { resumeStatusBatches } from './batchJob.ts'
export { statusBatchHandlers } from './batches.ts'
export { setStatus } from './statuses.ts'
export { exportHeading } from './rows.ts'
