export { equipmentFileHandlers } from './routes.ts'
export { forgetRemoved, hangsOnSeenEquipment } from './keep.ts'
