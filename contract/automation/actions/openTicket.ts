import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { ticketPriorities } from '#contract/rules/ticketDue.ts'
import { text } from '#contract/shapes.ts'
import { assignBy, assignFaults, namesOfAssign } from './assign.ts'
import type { ActionOf } from './kind.ts'

export const ticketsIfOpen = ['add', 'another'] as const

export const openTicket = z.strictObject({
  kind: z.literal('openTicket'),
  ticketTypeId: id('ticketType'),
  /** If empty, the server builds the title from the procedure's and the equipment's name. */
  title: text(200).nullable(),
  /** Omit for the ticket type's default. */
  priority: z.enum(ticketPriorities).optional(),
  /** Null leaves the ticket unassigned. */
  assign: assignBy.nullable(),
  /**
   * If a ticket of this type is open for the same equipment or location, `add` adds the log to it.
   * Omit to open another, as rules of earlier versions do.
   */
  ifOpen: z.enum(ticketsIfOpen).optional(),
  /**
   * One ticket for each fault that the procedure marks, at most `MAX_FAULTS`. Its title is the
   * question and the equipment or location. Omit for one ticket per log.
   */
  perFault: z.literal(true).optional(),
})

export const openTicketKind: ActionOf<z.infer<typeof openTicket>> = {
  listedUnder: 'tickets',
  names: { ticketTypeId: 'ticketType', ...namesOfAssign('assign') },
  fresh: () => ({
    kind: 'openTicket',
    ticketTypeId: null,
    title: null,
    assign: null,
    ifOpen: 'add',
  }),
  faults: ({ ticketTypeId, assign }) => [
    ...(ticketTypeId === null ? ['ticketTypeMissing' as const] : []),
    ...(assign === null ? [] : assignFaults(assign)),
  ],
}
