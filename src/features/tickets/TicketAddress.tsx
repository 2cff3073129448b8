import { Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'

/**
 * `/tickets/12` is the list with its panel open; all tickets, since nobody knows in which tab it
 * stands.
 */
export function TicketAddress() {
  const { ticketId } = useParams()
  return <Navigate replace to={pathTo('tickets', {}, { list: 'all', id: ticketId })} />
}
