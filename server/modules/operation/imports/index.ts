export { resumeImports } from './resume.ts'
export { importHandlers } from './routes.ts'
export { isAtWork, seenImports } from './seen.ts'
