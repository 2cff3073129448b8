import { closeByRule } from '../../tickets/index.ts'
import { equipmentOrLocation, type ServerAction } from './kind.ts'
import { effectOnTickets, ticketsOf } from './tickets.ts'

export const closeTickets: ServerAction<'closeTickets'> = {
  async execute(acting, { ticketTypeIds }) {
    const rows = await ticketsOf(acting, ticketTypeIds)
    if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
    const closed = await closeByRule(acting.scope, rows)
    return effectOnTickets(closed, rows.length - closed.length)
  },
  effect: 'changes',
  order: 'given',
  backTest: equipmentOrLocation,
}
