export {
  createPlan,
  deletePlan,
  hangsOnFloor,
  planOf,
  restorePlan,
  updatePlan,
  versionsOf,
} from './floorPlans.ts'
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
