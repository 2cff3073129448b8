export { createAll, remove, updateAll, type Change, type Draft } from './locations.ts'
