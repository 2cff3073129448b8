export { procedureAnswerExport, procedureLogExport } from './exportRows.ts'
export { procedureLogHandlers } from './routes.ts'
