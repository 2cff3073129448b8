export {
  automationsNaming,
  automationsOf,
  automationsOfQuestion,
  saveAutomations,
  saveAutomationsOfQuestion,
} from './automations.ts'
export { eventQueueOf } from './eventQueue.ts'
export { hasFailed } from './failed.ts'
export { KEPT, startRunRetention } from './runRetention.ts'
export { automationHandlers } from './routes.ts'
export { onAutomationsRetried, onProceduresPerformed } from './run.ts'
export { onOver, onTriggered } from './triggered.ts'
export { makeLook, startWatchingRules } from './watchRules.ts'
