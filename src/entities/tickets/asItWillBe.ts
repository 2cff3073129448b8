/** A ticket as it will stand when what waits on this device has arrived. Pure. */
import type { TicketDetail } from '#contract/tickets'
import type { UnsentTicketWork } from '../unsent/device.ts'

type Waiting = Pick<UnsentTicketWork, 'work' | 'refused'>

/** What was refused waits for the person, and changes nothing. */
export function asItWillBe(ticket: TicketDetail, waiting: readonly Waiting[]): TicketDetail {
  let next = ticket
  for (const { work, refused } of waiting) {
    if (refused !== null || !('ticketId' in work) || work.ticketId !== ticket.id) continue
    if (work.kind === 'assignee') next = { ...next, assignee: work.assignee }
    if (work.kind === 'state')
      next = {
        ...next,
        ...(work.assignee === undefined ? {} : { assignee: work.assignee }),
        state: work.state,
        nextStates: statesFrom(ticket, work.state.id),
      }
  }
  return next
}

function statesFrom({ states }: TicketDetail, id: number): TicketDetail['nextStates'] {
  const nextIds = states.find((state) => state.id === id)?.nextIds ?? null
  return states.filter(
    (state) => state.id !== id && (nextIds === null || nextIds.includes(state.id)),
  )
}
