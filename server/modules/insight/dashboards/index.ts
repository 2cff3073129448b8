export {
  countingFilters,
  dashboardsCounting,
  doneLogsWhere,
  type CountedThing,
} from './counting.ts'
export { detailsOf } from './details.ts'
export { numberOf } from './numbers.ts'
export { unrestricted, type CardQuestion } from './questions.ts'
export { dashboardHandlers, dashboardItemHandlers } from './routes.ts'
export { updateRollups, startSums } from './sums.ts'
