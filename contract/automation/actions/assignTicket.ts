/** Assigns or unassigns the open tickets of the event's equipment or location. */
import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { assignBy, assignFaults, namesOfAssign } from './assign.ts'
import type { ActionOf } from './kind.ts'

export const assignTicket = z.strictObject({
  kind: z.literal('assignTicket'),
  /** Null for all types. */
  ticketTypeId: id('ticketType').nullable(),
  /** Null unassigns the tickets. */
  assign: assignBy.nullable(),
})

export const assignTicketKind: ActionOf<z.infer<typeof assignTicket>> = {
  names: { ticketTypeId: 'ticketType', ...namesOfAssign('assign') },
  everythingWithout: ['ticketTypeId'],
  fresh: () => ({ kind: 'assignTicket', ticketTypeId: null, assign: { by: 'user', userId: null } }),
  faults: ({ assign }) => (assign === null ? [] : assignFaults(assign)),
}
