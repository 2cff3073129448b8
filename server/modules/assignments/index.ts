export { giveByRule, type AssignWish } from './give.ts'
export { assignmentHandlers } from './routes.ts'
