export { resumeImports } from './job.ts'
export { importHandlers } from './routes.ts'
