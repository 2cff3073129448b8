import type { Id } from '#contract/ids.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { notifyTicketsMoved } from '../../foundation/alerts/index.ts'
import { stateColumns } from './closing.ts'
import { statesOf } from './rows.ts'
import { selectTicket, writeTicket } from './tickets.ts'

/** The reporter's *no* moves the ticket to its first open state, whatever its type allows. */
export async function reopen(scope: Scope, id: Id<'ticket'>): Promise<void> {
  const before = await selectTicket(scope, id)
  if (before.state.category !== 'closed') return
  const states = await statesOf(scope, [before.ticket.typeId])
  const first = states.find(({ category }) => category === 'open') ?? states[0]
  if (first === undefined) return
  await writeTicket(
    scope,
    before,
    before.ticket.version,
    stateColumns(before.ticket, first, scope.clock.now()),
  )
  await notifyTicketsMoved(scope, [before.ticket], first.name)
}
