export { accountHandlers } from './routes.ts'
export { secondStepHandlers } from './secondSteps.ts'
export { membershipHandlers } from './memberships.ts'
