/** Which of a ticket's next states is the one to go on with. Pure. */
import type { TicketDetail } from '#contract/tickets'

type State = TicketDetail['state']
/** After these categories comes, first of all, one of those. */
const onwards: Record<State['category'], State['category'][]> = {
  open: ['inProgress', 'closed'],
  waiting: ['inProgress', 'closed'],
  inProgress: ['closed'],
  closed: [],
}

export function stepOnwards({
  state,
  nextStates,
}: Pick<TicketDetail, 'state' | 'nextStates'>): State | null {
  for (const category of onwards[state.category]) {
    const found = nextStates.find((next) => next.category === category)
    if (found !== undefined) return found
  }
  return null
}

/** Where somebody begins who takes it: nobody takes a ticket by closing it. */
export function stepOfTaking(
  ticket: Pick<TicketDetail, 'state' | 'nextStates' | 'assignee'>,
  userId: number | null,
): State | null {
  if (userId === null || ticket.assignee?.id === userId) return null
  const next = stepOnwards(ticket)
  return next?.category === 'inProgress' ? next : null
}
