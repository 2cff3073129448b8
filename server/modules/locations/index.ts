export { createAll, removeAll, updateAll, type Change, type Draft } from './locations.ts'
export { exportHeading } from './rows.ts'
