export { forgetListExports, startListExportJob } from './job.ts'
export { listExportHandlers } from './routes.ts'
