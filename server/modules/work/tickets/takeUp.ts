import type { Id } from '#contract/ids.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { statesOf } from './rows.ts'
import { assign, changeState, selectTicket } from './tickets.ts'

/** The ticket becomes the actor's, in the first state of work that may follow. */
export async function takeUp(scope: Scope, id: Id<'ticket'>): Promise<void> {
  scope.must('editor|tickets')
  const { ticket, state } = await selectTicket(scope, id)
  const { version, typeId } = ticket
  const assigneeId = scope.actor.userId
  const next = (await statesOf(scope, [typeId])).find(
    (one) =>
      one.category === 'inProgress' &&
      (state.nextStateIds === null || state.nextStateIds.includes(one.id)),
  )
  if (state.category === 'open' && next !== undefined)
    await changeState(scope, id, { stateId: next.id, assigneeId, version })
  else if (state.category !== 'closed') await assign(scope, id, { assigneeId, version })
  scope.changed('Ticket', { type: 'Ticket', id }, 'Journal', 'Equipment')
}
