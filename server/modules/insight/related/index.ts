export { relatedHandlers } from './routes.ts'
