import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

/**
 * `/tickets/12` opens the list of all tickets with the panel of that ticket, because the tab it is
 * in is unknown.
 */
export function TicketAddress() {
  const { ticketId } = useParams()
  return <Navigate replace to={pathTo('tickets', {}, { list: 'all', id: ticketId })} />
}
