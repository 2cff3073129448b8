import { useTranslation } from 'react-i18next'
import { nextDue } from '#contract/rules/ticketDue.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { ColourTag, When } from '#ui/page/marks.tsx'

type Due = Pick<TicketRow, 'state' | 'respondBy' | 'dueBy' | 'isOverdue'>

interface Props {
  ticket: Due
  /**
   * For narrow columns: the target is only for screen readers, and an overdue time is shown without
   * it.
   */
  isBrief?: boolean
}

export function TicketDue({ ticket, isBrief = false }: Props) {
  const { t } = useTranslation('tickets')
  const due = nextDue({ ...ticket, category: ticket.state.category })
  if (due === null) return <span className="quiet">–</span>
  const words = (
    <>
      <span className={isBrief ? 'visually-hidden' : ''}>
        {t(ticket.isOverdue ? `overdue.${due.to}` : `due.${due.to}`)}
      </span>{' '}
      <When at={due.at} />
    </>
  )
  return ticket.isOverdue ? (
    <ColourTag colour="red" soft>
      {words}
    </ColourTag>
  ) : (
    <span>{words}</span>
  )
}
