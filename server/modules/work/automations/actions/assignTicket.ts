import { assignByRule } from '../../assignments/index.ts'
import { equipmentOrLocation, type ServerAction } from './kind.ts'
import { assigneeOf, checkAssignee, assignmentContext, ticketsOf, whyNobodyOf } from './tickets.ts'

/**
 * Includes tickets that this run opened, because they are open for the same equipment or location.
 */
export const assignTicket: ServerAction<'assignTicket'> = {
  async execute(acting, { ticketTypeId, assign }) {
    const rows = await ticketsOf(acting, ticketTypeId === null ? null : [ticketTypeId])
    if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
    const given: Awaited<ReturnType<typeof assignByRule>>[] = []
    for (const { ticket } of rows)
      given.push(
        await assignByRule(acting.scope, ticket.id, { assign, ...assignmentContext(acting) }),
      )
    const ticketIds = rows.map(({ ticket }) => ticket.id)
    const details = {
      ...assigneeOf(given[0]?.chosen ?? null),
      count: given.filter(({ changed }) => changed).length,
    }
    if (given.every(({ outcome }) => outcome === 'nobodyEligible'))
      return {
        outcome: 'skipped',
        code: 'nobodyEligible',
        ticketIds,
        details: { ...details, ...whyNobodyOf(given[0]?.nobody ?? null) },
      }
    return details.count === 0
      ? { outcome: 'skipped', code: 'alreadySo', ticketIds, details }
      : { outcome: 'done', ticketIds, details }
  },
  check: checkAssignee,
  effect: 'changes',
  order: 'given',
  backTest: equipmentOrLocation,
}
