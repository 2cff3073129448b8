export { questionsAt } from './formerQuestions.ts'
export { procedureHandlers } from './routes.ts'
