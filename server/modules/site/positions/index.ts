export { createBeacon, deleteBeacon, listBeacons, updateBeacon } from './beacons.ts'
export { positionsOfFellows } from './carried.ts'
export {
  companyOf,
  flush,
  forgetFacts,
  ingestAdverts,
  receiveFromServers,
  refreshRadioMaps,
  startPositions,
  surveyChanged,
} from './engine.ts'
export { knownCompany, type Company, worldOf } from './engineState.ts'
export { groundOn, readFacts, type Facts } from './facts.ts'
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
export { clearPosition, place, roomAt, type Spot } from './places.ts'
export { listeningOf, saveListenings, type PointListening } from './pointListening.ts'
export { readSurveyPoints, recordOf } from './radio.ts'
export { areMapsOld } from './radioMaps.ts'
export { reachOn } from './reach.ts'
export { keptForOther, listReservations, release, reserve } from './reservations.ts'
export { readSettings, writeSettings } from './settings.ts'
export { loadLastPosition, type LastLook, whereabouts } from './whereabouts.ts'
