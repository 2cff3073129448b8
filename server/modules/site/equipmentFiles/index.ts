export { equipmentFileHandlers } from './routes.ts'
export { forgetRemoved, hangsOnSeenEquipment } from './fileRetention.ts'
