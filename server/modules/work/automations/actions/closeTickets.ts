import { closeByRule } from '../../tickets/index.ts'
import { equipmentOrLocation, type ServerAction } from './kind.ts'
import { effectOnTickets, ticketsOf } from './tickets.ts'

export const closeTickets: ServerAction<'closeTickets'> = {
  async execute(acting, { ticketTypeIds }) {
    const rows = await ticketsOf(acting, ticketTypeIds)
    if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
    return effectOnTickets(await closeByRule(acting.scope, rows))
  },
  effect: 'changes',
  order: 'given',
  backTest: equipmentOrLocation,
}
