import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { ticketPriorities } from '#contract/rules/ticketDue.ts'
import { text } from '#contract/shapes.ts'
import { assignBy, assignFaults, namesOfAssign } from './assign.ts'
import type { ActionOf } from './kind.ts'

export const openTicket = z.strictObject({
  kind: z.literal('openTicket'),
  ticketTypeId: id('ticketType'),
  /** If empty, the server builds the title from the procedure's and the equipment's name. */
  title: text(200).nullable(),
  /** Omit for the ticket type's default. */
  priority: z.enum(ticketPriorities).optional(),
  /** Null leaves the ticket unassigned. */
  assign: assignBy.nullable(),
})

export const openTicketKind: ActionOf<z.infer<typeof openTicket>> = {
  listedUnder: 'tickets',
  names: { ticketTypeId: 'ticketType', ...namesOfAssign('assign') },
  fresh: () => ({ kind: 'openTicket', ticketTypeId: null, title: null, assign: null }),
  faults: ({ ticketTypeId, assign }) => [
    ...(ticketTypeId === null ? ['ticketTypeMissing' as const] : []),
    ...(assign === null ? [] : assignFaults(assign)),
  ],
}
