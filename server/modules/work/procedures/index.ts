export { asAnotherVersion } from './anotherVersion.ts'
export { questionsAt } from './formerQuestions.ts'
export { questionsFrom, storedQuestions } from './questions.ts'
export { procedureHandlers } from './routes.ts'
