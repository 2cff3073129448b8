export { createBeacon, deleteBeacon, listBeacons, updateBeacon } from './beacons.ts'
export { positionsOfFellows } from './carried.ts'
export {
  flush,
  forgetFacts,
  ingestAdverts,
  receiveFromServers,
  startPositions,
  refreshRadioMaps,
} from './engine.ts'
export { heatmap } from './heat.ts'
export { lookingBackHandlers } from './lookingBackRoutes.ts'
export { reachOn } from './reach.ts'
export { replay } from './replay.ts'
export { runsOf } from './runs.ts'
export { nearestHistory } from './nearest.ts'
export { nearestHandlers } from './nearestRoutes.ts'
export { lookFor, whereabouts, type LastLook } from './whereabouts.ts'
export { rtlsHandlers } from './routes.ts'
export { surveyHandlers } from './surveyRoutes.ts'
export { clearPosition } from './places.ts'
export { planHandlers, venueHandlers } from './venueRoutes.ts'
export { hangsOnFloor } from './floorPlans.ts'
export { startSimulator, simulatedCompanies } from './simulator.ts'
