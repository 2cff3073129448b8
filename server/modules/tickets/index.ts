export { ticketHandlers } from './routes.ts'
export { open as openTicket } from './tickets.ts'
export { handOver } from './handOver.ts'
