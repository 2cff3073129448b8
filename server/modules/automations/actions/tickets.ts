import { giveByRule } from '../../assignments/index.ts'
import { closeByRule, moveByRule, openTicket as open, openTicketsFor } from '../../tickets/index.ts'
import { placeOf, type Acting, type Effect, type Executor } from './executor.ts'

const wishOf = ({ performed, run }: Acting) => ({
  answers: performed.log.answers,
  runId: run.id,
  automationName: run.name,
  procedureLogId: performed.log.id,
})

export const openTicket: Executor<'openTicket'> = async (
  acting,
  { title, ticketTypeId, assign },
) => {
  const { scope, performed, run } = acting
  const { procedureName, thingName, log } = performed
  const ticketId = await open(scope, {
    title:
      title ||
      (thingName === null ? procedureName : `${procedureName}: ${thingName}`).slice(0, 200),
    ticketTypeId,
    ...placeOf(performed),
    procedureLogId: log.id,
    automationRunId: run.id,
  })
  acting.ticketIds.push(ticketId)
  if (assign === null) return { outcome: 'done', madeTicketId: ticketId, ticketIds: [ticketId] }
  const { outcome, chosen } = await giveByRule(scope, ticketId, { assign, ...wishOf(acting) })
  return {
    outcome: 'done',
    madeTicketId: ticketId,
    ticketIds: [ticketId],
    ...(outcome === 'nobodyEligible' && { code: 'nobodyEligible' as const }),
    said: { assignee: chosen },
  }
}

/** Those this run opened are meant too: they are open for the same thing. */
export const assignTicket: Executor<'assignTicket'> = async (acting, { ticketTypeId, assign }) => {
  const rows = await openTicketsFor(
    acting.scope,
    placeOf(acting.performed),
    ticketTypeId === null ? null : [ticketTypeId],
  )
  if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
  const given: { outcome: string; chosen: string | null; changed: boolean }[] = []
  for (const { ticket } of rows)
    given.push(await giveByRule(acting.scope, ticket.id, { assign, ...wishOf(acting) }))
  const ticketIds = rows.map(({ ticket }) => ticket.id)
  acting.ticketIds.push(...ticketIds)
  const said = {
    assignee: given[0]?.chosen ?? null,
    count: given.filter(({ changed }) => changed).length,
  }
  if (given.every(({ outcome }) => outcome === 'nobodyEligible'))
    return { outcome: 'skipped', code: 'nobodyEligible', ticketIds, said }
  return said.count === 0
    ? { outcome: 'skipped', code: 'alreadySo', ticketIds, said }
    : { outcome: 'done', ticketIds, said }
}

export const changeTicketState: Executor<'changeTicketState'> = async (
  acting,
  { ticketTypeId, stateId },
) => {
  const rows = await openTicketsFor(acting.scope, placeOf(acting.performed), [ticketTypeId])
  if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
  const { moved, heldBack } = await moveByRule(acting.scope, rows, stateId)
  return touched(acting, moved, heldBack)
}

export const closeTickets: Executor<'closeTickets'> = async (acting, { ticketTypeIds }) => {
  const rows = await openTicketsFor(acting.scope, placeOf(acting.performed), ticketTypeIds)
  if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
  const closed = await closeByRule(acting.scope, rows)
  return touched(acting, closed, rows.length - closed.length)
}

function touched(acting: Acting, ticketIds: Acting['ticketIds'], heldBack: number): Effect {
  acting.ticketIds.push(...ticketIds)
  if (ticketIds.length === 0)
    return {
      outcome: 'skipped',
      code: heldBack > 0 ? 'notAllowedThere' : 'alreadySo',
      said: { heldBack },
    }
  return { outcome: 'done', ticketIds, said: { count: ticketIds.length, heldBack } }
}
