export { procedureLogHandlers } from './routes.ts'
