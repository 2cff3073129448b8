import type { ActionByKind } from '#contract/automation/actions.ts'
import type { Id } from '#contract/ids.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { assignByRule } from '../../assignments/index.ts'
import { closeByRule, moveByRule, openByRule, openTicketsFor } from '../../tickets/index.ts'
import { placeOf, type Acting, type Effect, type Executor, type SetExecutor } from './executor.ts'

const wishOf = ({ performedLog, run }: Acting) => ({
  answers: performedLog.log.answers,
  runId: run.id,
  automationName: run.name,
  procedureLogId: performedLog.log.id,
})

export const openTickets: SetExecutor<'openTicket'> = async (steps) => {
  const ids = await openByRule(
    steps.map(({ acting, action }) => ({ scope: acting.scope, ticket: ticketOf(acting, action) })),
  )
  const effects: Effect[] = []
  for (const [place, { acting, action }] of steps.entries()) {
    const ticketId = ids[place]
    if (ticketId === undefined) throw new Error('A ticket was not opened')
    effects.push(await given(acting, action.assign, ticketId))
  }
  return effects
}

function ticketOf(
  { performedLog, run }: Acting,
  { title, ticketTypeId, priority }: ActionByKind<'openTicket'>,
) {
  const { procedureName, thingName, log } = performedLog
  return {
    title:
      title || truncate(thingName === null ? procedureName : `${procedureName}: ${thingName}`, 200),
    ticketTypeId,
    priority,
    ...placeOf(performedLog),
    procedureLogId: log.id,
    automationRunId: run.id,
  }
}

async function given(
  acting: Acting,
  assign: ActionByKind<'openTicket'>['assign'],
  ticketId: Id<'ticket'>,
): Promise<Effect> {
  const opened = {
    outcome: 'done' as const,
    madeTicketId: ticketId,
    ticketIds: [ticketId],
  }
  if (assign === null) return opened
  const { outcome, chosen } = await assignByRule(acting.scope, ticketId, {
    assign,
    ...wishOf(acting),
  })
  return {
    ...opened,
    ...(outcome === 'nobodyEligible' && { code: 'nobodyEligible' as const }),
    details: assigneeOf(chosen),
  }
}

const assigneeOf = (chosen: { id: number; name: string } | null): NonNullable<Effect['details']> =>
  chosen === null ? { assignee: null } : { assignee: chosen.name, assigneeId: chosen.id }

/**
 * Includes tickets that this run opened, because they are open for the same equipment or location.
 */
export const assignTicket: Executor<'assignTicket'> = async (acting, { ticketTypeId, assign }) => {
  const rows = await openTicketsFor(
    acting.scope,
    placeOf(acting.performedLog),
    ticketTypeId === null ? null : [ticketTypeId],
  )
  if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
  const given: Awaited<ReturnType<typeof assignByRule>>[] = []
  for (const { ticket } of rows)
    given.push(await assignByRule(acting.scope, ticket.id, { assign, ...wishOf(acting) }))
  const ticketIds = rows.map(({ ticket }) => ticket.id)
  const details = {
    ...assigneeOf(given[0]?.chosen ?? null),
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
  return touched(moved, heldBack)
}

export const closeTickets: Executor<'closeTickets'> = async (acting, { ticketTypeIds }) => {
  const rows = await openTicketsFor(acting.scope, placeOf(acting.performedLog), ticketTypeIds)
  if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
  const closed = await closeByRule(acting.scope, rows)
  return touched(closed, rows.length - closed.length)
}

function touched(ticketIds: Id<'ticket'>[], heldBack: number): Effect {
  if (ticketIds.length === 0)
    return {
      outcome: 'skipped',
      code: heldBack > 0 ? 'notAllowedThere' : 'alreadySo',
      details: { heldBack },
    }
  return { outcome: 'done', ticketIds, details: { count: ticketIds.length, heldBack } }
}
