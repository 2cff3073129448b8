export { removeScheduled, scheduleTimes } from './byRule.ts'
export { complete as completeOccurrences, selectWaiting, type Waiting } from './occurrences.ts'
export { planOf } from './schedule.ts'
export { scheduleHandlers } from './routes.ts'
export { evaluateRule, runSchedules } from './runner.ts'
export { startScheduleRunner } from './runnerJob.ts'
export { describeUpgrade, planZoneUpgrade, upgradeZones } from './zoneUpgrade.ts'
export { hasLateOccurrence } from './late.ts'
export { isOverdueAt, doneInTime } from './outcome.ts'
export { checkSchedule, faultsOfTiming } from './checkRule.ts'
export { exportColumns, scheduleExport } from './exportRows.ts'
export { draftOf, selectRules, type Selected as SelectedSchedule } from './readRules.ts'
export {
  create as createSchedule,
  remove as removeSchedule,
  update as updateSchedule,
} from './rrules.ts'
export {
  idsOfList,
  namesOfLists,
  scheduleLists,
  spanIn,
  textOfSchedule,
  withIds,
  type ScheduleList,
} from './scheduleText.ts'
