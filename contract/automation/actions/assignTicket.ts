import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { assignBy, assignFaults, namesOfAssign } from './assign.ts'
import type { ActionOf } from './kind.ts'

export const assignTicket = z.strictObject({
  kind: z.literal('assignTicket'),
  ticketTypeId: id('ticketType').nullable(),
  assign: assignBy.nullable(),
})

export const assignTicketKind: ActionOf<z.infer<typeof assignTicket>> = {
  listedUnder: 'ticketAssignee',
  names: { ticketTypeId: 'ticketType', ...namesOfAssign('assign') },
  everythingWithout: ['ticketTypeId'],
  fresh: () => ({ kind: 'assignTicket', ticketTypeId: null, assign: { by: 'user', userId: null } }),
  faults: ({ assign }) => (assign === null ? [] : assignFaults(assign)),
}
