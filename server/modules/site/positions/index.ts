export { createBeacon, deleteBeacon, listBeacons, updateBeacon } from './beacons.ts'
export { positionsOfFellows } from './carried.ts'
export {
  companyOf,
  flush,
  forgetFacts,
  ingestAdverts,
  receiveFromServers,
  refreshRadioMaps,
  surveyChanged,
} from './engine.ts'
export { knownCompany, type Company, loadWorld } from './engineState.ts'
export { groundOfFloor, readFacts, type Facts } from './facts.ts'
export { LIVE_MAXIMUM, lastSeen } from './lastSeen.ts'
export { locationsOfAll } from './locationsOfAll.ts'
export {
  mapEquipmentOf,
  mapSort,
  openTickets,
  positionOf,
  roomSettings,
  selectMapEquipment,
  viewOf,
} from './mapEquipment.ts'
export { clearPosition, setPosition, roomAt, type Spot } from './places.ts'
export { toSurveyListening, saveListenings, type PointListening } from './pointListening.ts'
export { readSurveyPoints, recordOf } from './radio.ts'
export { areMapsOld } from './radioMaps.ts'
export { reachOn } from './reach.ts'
export {
  isReservedByOther,
  listReservations,
  releaseReservation,
  reserveEquipment,
} from './reservations.ts'
export { readSettings, writeSettings } from './settings.ts'
export { loadLastPosition, type LastLook, loadWhereabouts } from './loadWhereabouts.ts'
export { startPositions } from './positionJobs.ts'
