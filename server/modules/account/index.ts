export { accountHandlers } from './routes.ts'
export { secondStepHandlers } from './secondSteps.ts'
