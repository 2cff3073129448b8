export { heatmap } from './heat.ts'
export {
  historyOf,
  withPlaceNames,
  newestRuns,
  placeNames,
  selectStays,
  staysOfEquipment,
  triangulationLogs,
  visible,
} from './history.ts'
export { lookingBackHandlers } from './lookingBackRoutes.ts'
export { replay } from './replay.ts'
export { runsOf, type RunOf } from './runs.ts'
