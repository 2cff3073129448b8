export { askAssistant, keepAsking } from './ask.ts'
export { giveByRule, type AssignWish } from './give.ts'
export { assignmentHandlers } from './routes.ts'
