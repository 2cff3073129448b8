export { asAnotherVersion } from './anotherVersion.ts'
export { questionsAt } from './formerQuestions.ts'
export { procedureHandlers } from './routes.ts'
