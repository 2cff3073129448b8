export {
  createPlan,
  deletePlan,
  isFileOfFloor,
  planOf,
  restorePlan,
  updatePlan,
  versionsOf,
} from './floorPlans.ts'
export { linkRooms, type RoomLink } from './roomLinks.ts'
export { undoImport } from './undoImport.ts'
export {
  allBuildings,
  deleteBuilding,
  oneFloor,
  placeOfLocation,
  renameBuilding,
  type WalkableFloor,
  walkableFloors,
} from './venue.ts'
export { saveCorrections } from './importCorrections.ts'
export { viewOf } from './importView.ts'
export { pictureOf } from './plannedFloors.ts'
export { applyVenueImport, oneImport, readFiles } from './venueImports.ts'
