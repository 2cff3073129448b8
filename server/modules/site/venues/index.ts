export {
  createPlan,
  deletePlan,
  hangsOnFloor,
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
export { apply, oneImport, readFiles, viewOf } from './venueImports.ts'
