export { resumeImports } from './resume.ts'
export { importHandlers } from './routes.ts'
