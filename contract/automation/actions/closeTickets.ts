import { z } from 'zod'
import { ids } from '#contract/ids.ts'
import type { ActionOf } from './kind.ts'

export const closeTickets = z.strictObject({
  kind: z.literal('closeTickets'),
  ticketTypeIds: ids('ticketType').min(1).max(100),
})

export const closeTicketsKind: ActionOf<z.infer<typeof closeTickets>> = {
  listedUnder: 'tickets',
  names: { ticketTypeIds: 'ticketType' },
  fresh: () => ({ kind: 'closeTickets', ticketTypeIds: [] }),
  faults: ({ ticketTypeIds }) => (ticketTypeIds.length === 0 ? ['ticketTypeMissing'] : []),
}
