export { ticketExport } from './exportRows.ts'
export { ticketBatchHandlers } from './batch.ts'
export { ticketViewHandlers } from './views.ts'
export { ticketHandlers, ticketLinkHandlers } from './routes.ts'
export { countRepeats, reportByRule, type Report } from './reportByRule.ts'
export {
  closeByRule,
  assignTicketByRule,
  moveByRule,
  noteOver,
  openTicketsFor,
  type RuleMoves,
} from './byRule.ts'
export { isFileOfVisibleTicket } from './photos.ts'
export { countUnable, handOver, handOverUnable } from './handOver.ts'
export { ticketPlace } from './place.ts'
export { isOverdue as isOverdueTicket } from './due.ts'
export {
  changeTicket,
  deadlinesOf,
  deleteTickets,
  insertTickets,
  ticketsWithComments,
  type ImportedTicket,
} from './byImport.ts'
export { exportColumns } from './exportRows.ts'
export { selectTickets, type Selected as SelectedTicket } from './rows.ts'
export { open, selectTicket } from './tickets.ts'
export { reopen } from './reopen.ts'
export { takeUp } from './takeUp.ts'
