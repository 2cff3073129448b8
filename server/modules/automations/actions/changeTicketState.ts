import { and, eq } from 'drizzle-orm'
import { ticketState } from '#db/schema/index.ts'
import { badInput } from '#kernel/http/errors.ts'
import { moveByRule, openTicketsFor } from '../../tickets/index.ts'
import { equipmentOrLocation, placeOf, type ServerAction } from './kind.ts'
import { effectOnTickets } from './tickets.ts'

export const changeTicketState: ServerAction<'changeTicketState'> = {
  async execute({ scope, performedLog }, { ticketTypeId, stateId }) {
    const rows = await openTicketsFor(scope, placeOf(performedLog), [ticketTypeId])
    if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
    const { moved, heldBack } = await moveByRule(scope, rows, stateId)
    return effectOnTickets(moved, heldBack)
  },
  async check({ ticketTypeId, stateId }, { scope: { db, actor }, path }) {
    const [state] = await db
      .select({ typeId: ticketState.ticketTypeId })
      .from(ticketState)
      .where(and(eq(ticketState.companyId, actor.companyId), eq(ticketState.id, stateId)))
    if (state?.typeId !== ticketTypeId)
      throw badInput(`${path}.stateId`, 'otherType', 'This state belongs to another ticket type.')
  },
  effect: 'changes',
  order: 'given',
  backTest: equipmentOrLocation,
}
