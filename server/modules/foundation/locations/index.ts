export { createAll, removeAll, updateAll, type Draft } from './locations.ts'
export { exportHeading } from './rows.ts'
