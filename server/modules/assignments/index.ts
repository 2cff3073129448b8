export { askAssistant, startAskingAssistant } from './ask.ts'
export { assignByRule } from './give.ts'
export { assignmentHandlers } from './routes.ts'
