export { archiveOf } from './archive.ts'
export { forgetExports, resumeExports } from './job.ts'
export { dataExportHandlers } from './routes.ts'
