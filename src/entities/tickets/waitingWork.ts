import type { TicketDetail, TicketRow } from '#contract/tickets.ts'
import type { TicketChange, TicketWork, UnsentTicketWork } from '#entities/unsent/device.ts'

type Waiting = Pick<UnsentTicketWork, 'work' | 'refused'>

const isChange = (work: TicketWork): work is TicketChange =>
  work.kind === 'state' || work.kind === 'assignee'

/**
 * Returns the same object if nothing waits. Refused work changes nothing, nor does later work on
 * its ticket.
 */
function moved<T extends Pick<TicketRow, 'id' | 'state' | 'assignee'>>(
  ticket: T,
  waiting: readonly Waiting[],
): T {
  let next = ticket
  for (const { work, refused } of waiting) {
    if (!isChange(work) || work.ticketId !== ticket.id) continue
    if (refused !== null) break
    if (work.kind === 'state') next = { ...next, state: work.state }
    if (work.assignee !== undefined) next = { ...next, assignee: work.assignee }
  }
  return next
}

export function withWaitingWork(ticket: TicketDetail, waiting: readonly Waiting[]): TicketDetail {
  const next = moved(ticket, waiting)
  return next.state.id === ticket.state.id
    ? next
    : { ...next, nextStates: statesFrom(ticket, next.state.id) }
}

function statesFrom({ states }: TicketDetail, id: number): TicketDetail['nextStates'] {
  const nextIds = states.find((state) => state.id === id)?.nextIds ?? null
  return states.filter(
    (state) => state.id !== id && (nextIds === null || nextIds.includes(state.id)),
  )
}

export function applyWaitingWork(
  tickets: readonly TicketRow[],
  waiting: readonly Waiting[],
  userId: number | null,
): TicketRow[] {
  return tickets.flatMap((ticket) => {
    const next = moved(ticket, waiting)
    const isGone =
      next !== ticket && (next.state.category === 'closed' || next.assignee?.id !== userId)
    return isGone ? [] : [next]
  })
}
