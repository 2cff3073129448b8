export { createAll, updateAll, type Change, type Draft } from './locations.ts'
