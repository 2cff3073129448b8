export { equipmentFileHandlers } from './routes.ts'
export { forgetRemoved, isFileOfVisibleEquipment } from './fileRetention.ts'
