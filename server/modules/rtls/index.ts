export { createBeacon, deleteBeacon, listBeacons, updateBeacon } from './beacons.ts'
export { standWith } from './carried.ts'
export {
  flush,
  forgetFacts,
  forgetOldPositions,
  hear,
  keepPositions,
  refreshRadioMaps,
} from './engine.ts'
export { heatmap } from './heat.ts'
export { lookingBackHandlers } from './lookingBackRoutes.ts'
export { reachOn } from './reach.ts'
export { replay } from './replay.ts'
export { nearestHistory } from './nearest.ts'
export { nearestHandlers } from './nearestRoutes.ts'
export { whereabouts } from './whereabouts.ts'
export { rtlsHandlers } from './routes.ts'
export { surveyHandlers } from './surveyRoutes.ts'
export { planHandlers, venueHandlers } from './venueRoutes.ts'
export { hangsOnFloor } from './floorPlans.ts'
export { keepSimulator, simulatedCompanies } from './simulator.ts'
