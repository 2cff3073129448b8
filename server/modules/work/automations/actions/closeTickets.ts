import { closeByRule, openTicketsFor } from '../../tickets/index.ts'
import { equipmentOrLocation, placeOf, type ServerAction } from './kind.ts'
import { effectOnTickets } from './tickets.ts'

export const closeTickets: ServerAction<'closeTickets'> = {
  async execute({ scope, performedLog }, { ticketTypeIds }) {
    const rows = await openTicketsFor(scope, placeOf(performedLog), ticketTypeIds)
    if (rows.length === 0) return { outcome: 'skipped', code: 'noTickets' }
    const closed = await closeByRule(scope, rows)
    return effectOnTickets(closed, rows.length - closed.length)
  },
  effect: 'changes',
  order: 'given',
  backTest: equipmentOrLocation,
}
