export { askAssistant, keepAsking } from './ask.ts'
export { giveByRule } from './give.ts'
export { assignmentHandlers } from './routes.ts'
