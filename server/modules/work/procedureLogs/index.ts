export { procedureAnswerExport, procedureLogExport } from './exportRows.ts'
export { procedureLogHandlers, procedureLogSets } from './routes.ts'
