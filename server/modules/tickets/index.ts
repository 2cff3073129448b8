export { ticketHandlers } from './routes.ts'
export { open as openTicket } from './tickets.ts'
export { closeByRule, giveTicket, moveByRule, openTicketsFor, oneTicketOf } from './byRule.ts'
export { handOver } from './handOver.ts'
