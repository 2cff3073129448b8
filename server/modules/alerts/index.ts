export {
  tellStatusChanged,
  tellTicketCommented,
  tellTicketGiven,
  tellTicketMoved,
  tellTicketOpened,
} from './happenings.ts'
export { recipientsOf } from './recipients.ts'
export { alertHandlers } from './routes.ts'
export { tell, tellNobodyEligible } from './tell.ts'
