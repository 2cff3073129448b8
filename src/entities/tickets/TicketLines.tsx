import { Link } from 'react-router-dom'
import type { TicketRow } from '#contract/tickets.ts'
import { pathTo } from '#lib/paths.ts'
import { StatusTag, When } from '#ui/page/marks.tsx'
import styles from './tickets.module.css'

export function TicketLines({ rows }: { rows: readonly TicketRow[] }) {
  return (
    <ul className={styles.ticketLines}>
      {rows.map((ticket) => (
        <li key={ticket.id}>
          <Link to={pathTo('tickets', undefined, { id: ticket.id })}>
            <bdi>{ticket.title}</bdi>
          </Link>
          <StatusTag status={ticket.state} />
          <span className="quiet">
            <When at={ticket.openedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
