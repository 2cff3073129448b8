export { questionsOf, saveQuestions } from './questions.ts'
export { procedureHandlers } from './routes.ts'
