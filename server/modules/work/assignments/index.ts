export { askAssistant, startAskingAssistant } from './askAssistant.ts'
export { assignByRule } from './assignByRule.ts'
export { assignmentHandlers } from './routes.ts'
export { takingHandlers } from './takeAlert.ts'
