export { deviceHandlers } from './routes.ts'
