import { moveByRule } from '../../tickets/index.ts'
import { checkStateOfType } from '../checkContext.ts'
import { equipmentOrLocation, type ServerAction } from './kind.ts'
import { effectOnTickets, ticketsOf } from './tickets.ts'

export const changeTicketState: ServerAction<'changeTicketState'> = {
  async execute(acting, { ticketTypeId, stateId }) {
    const rows = await ticketsOf(acting, [ticketTypeId])
    if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
    return effectOnTickets(await moveByRule(acting.scope, rows, stateId))
  },
  check: (action, { scope, path }) => checkStateOfType(scope, action, path),
  effect: 'changes',
  order: 'given',
  backTest: equipmentOrLocation,
}
