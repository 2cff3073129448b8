import { z } from 'zod'
import { id } from '#contract/ids.ts'
import type { ActionOf } from './kind.ts'

export const changeTicketState = z.strictObject({
  kind: z.literal('changeTicketState'),
  ticketTypeId: id('ticketType'),
  stateId: id('ticketState'),
})

export const changeTicketStateKind: ActionOf<z.infer<typeof changeTicketState>> = {
  listedUnder: 'tickets',
  names: { ticketTypeId: 'ticketType', stateId: 'ticketState' },
  fresh: () => ({ kind: 'changeTicketState', ticketTypeId: null, stateId: null }),
  // The ticket type comes before its state (spec section 5).
  faults: ({ ticketTypeId, stateId }) =>
    ticketTypeId === null ? ['ticketTypeMissing'] : stateId === null ? ['stateMissing'] : [],
}
