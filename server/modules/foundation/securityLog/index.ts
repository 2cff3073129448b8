export { forgetOldEvents, securityHandlers } from './routes.ts'
