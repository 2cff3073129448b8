import { eq } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput } from '#kernel/http/errors.ts'
import { moveByRule } from '../../tickets/index.ts'
import { equipmentOrLocation, type ServerAction } from './kind.ts'
import { effectOnTickets, ticketsOf } from './tickets.ts'

export const changeTicketState: ServerAction<'changeTicketState'> = {
  async execute(acting, { ticketTypeId, stateId }) {
    const rows = await ticketsOf(acting, [ticketTypeId])
    if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
    const { moved, heldBack } = await moveByRule(acting.scope, rows, stateId)
    return effectOnTickets(moved, heldBack)
  },
  async check({ ticketTypeId, stateId }, { scope: { db, actor }, path }) {
    const [state] = await db
      .select({ typeId: tables.ticketState.ticketTypeId })
      .from(tables.ticketState)
      .where(ofCompany(tables.ticketState, actor.companyId, eq(tables.ticketState.id, stateId)))
    if (state?.typeId !== ticketTypeId)
      throw badInput(`${path}.stateId`, 'otherType', 'This state belongs to another ticket type.')
  },
  effect: 'changes',
  order: 'given',
  backTest: equipmentOrLocation,
}
