export { forgetOldEvents, securityExport, securityHandlers } from './routes.ts'
