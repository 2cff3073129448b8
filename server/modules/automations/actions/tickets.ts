import { giveByRule } from '../../assignments/index.ts'
import { closeByRule, moveByRule, openTicket as open, openTicketsFor } from '../../tickets/index.ts'
import { placeOf, type Acting, type Effect, type Executor } from './executor.ts'

const wishOf = ({ performedLog, run }: Acting) => ({
  answers: performedLog.log.answers,
  runId: run.id,
  automationName: run.name,
  procedureLogId: performedLog.log.id,
})

export const openTicket: Executor<'openTicket'> = async (
  acting,
  { title, ticketTypeId, priority, assign },
) => {
  const { scope, performedLog, run } = acting
  const { procedureName, thingName, log } = performedLog
  const ticketId = await open(scope, {
    title:
      title ||
      (thingName === null ? procedureName : `${procedureName}: ${thingName}`).slice(0, 200),
    ticketTypeId,
    priority,
    ...placeOf(performedLog),
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
    details: { assignee: chosen },
  }
}

/** Those this run opened are meant too: they are open for the same thing. */
export const assignTicket: Executor<'assignTicket'> = async (acting, { ticketTypeId, assign }) => {
  const rows = await openTicketsFor(
    acting.scope,
    placeOf(acting.performedLog),
    ticketTypeId === null ? null : [ticketTypeId],
  )
  if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
  const given: { outcome: string; chosen: string | null; changed: boolean }[] = []
  for (const { ticket } of rows)
    given.push(await giveByRule(acting.scope, ticket.id, { assign, ...wishOf(acting) }))
  const ticketIds = rows.map(({ ticket }) => ticket.id)
  acting.ticketIds.push(...ticketIds)
  const details = {
    assignee: given[0]?.chosen ?? null,
    count: given.filter(({ changed }) => changed).length,
  }
  if (given.every(({ outcome }) => outcome === 'nobodyEligible'))
    return { outcome: 'skipped', code: 'nobodyEligible', ticketIds, details }
  return details.count === 0
    ? { outcome: 'skipped', code: 'alreadySo', ticketIds, details }
    : { outcome: 'done', ticketIds, details }
}

export const changeTicketState: Executor<'changeTicketState'> = async (
  acting,
  { ticketTypeId, stateId },
) => {
  const rows = await openTicketsFor(acting.scope, placeOf(acting.performedLog), [ticketTypeId])
  if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
  const { moved, heldBack } = await moveByRule(acting.scope, rows, stateId)
  return touched(acting, moved, heldBack)
}

export const closeTickets: Executor<'closeTickets'> = async (acting, { ticketTypeIds }) => {
  const rows = await openTicketsFor(acting.scope, placeOf(acting.performedLog), ticketTypeIds)
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
      details: { heldBack },
    }
  return { outcome: 'done', ticketIds, details: { count: ticketIds.length, heldBack } }
}
