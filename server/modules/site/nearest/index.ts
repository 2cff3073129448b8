export { nearestHistory } from './nearest.ts'
export { nearestHandlers } from './nearestRoutes.ts'
