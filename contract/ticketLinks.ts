/** Tickets that wait for others, belong together, or report the same problem. */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam } from './ids.ts'
import { instant } from './shapes.ts'
import { ticketState } from './tickets.ts'

/** Links of one ticket, in both directions. */
export const MAX_TICKET_LINKS = 50
/** Tickets merged into another by one call. */
const MAX_MERGED = 20
export const UNDO_MERGE_HOURS = 24
/** Open tickets of an equipment that one call closes or moves. */
export const MAX_SETTLED = 500

/** Seen from the ticket: it blocks the other, waits for the other, or relates to it. */
export const ticketLinkKinds = ['blocks', 'blockedBy', 'relates'] as const
export type TicketLinkKind = (typeof ticketLinkKinds)[number]

const brief = z.object({ id: id('ticket'), title: z.string(), state: ticketState })
export type BriefTicket = z.infer<typeof brief>

const links = z.object({
  links: z.array(z.object({ id: id('ticketLink'), kind: z.enum(ticketLinkKinds), ticket: brief })),
  /** Links to tickets that the reader may not see. */
  hidden: z.number().int(),
  /** Tickets that were merged into this one, oldest first. */
  merged: z.array(brief),
  /** Null if the ticket was not merged. `ticket` is null if the reader may not see it. */
  mergedInto: z
    .object({
      ticket: brief.nullable(),
      at: instant,
      /** Until when the merge can be undone. */
      undoUntil: instant,
    })
    .nullable(),
})
export type TicketLinks = z.infer<typeof links>

const params = z.object({ id: idParam('ticket') })
const all = ['Ticket', 'Journal', 'Equipment'] as const

export const ticketLinks = {
  getTicketLinks: query({
    method: 'GET',
    path: '/api/tickets/{id}/links',
    access: 'session',
    summary: 'Links of a ticket, and tickets merged with it',
    params,
    response: links,
    reads: ['Ticket'],
  }),
  linkTicket: mutation({
    method: 'POST',
    path: '/api/tickets/{id}/links',
    access: 'can:editor|tickets',
    summary: 'Link a ticket with another',
    params,
    body: z.strictObject({ otherId: id('ticket'), kind: z.enum(ticketLinkKinds) }),
    response: links,
    writes: ['Ticket'],
  }),
  unlinkTicket: mutation({
    method: 'DELETE',
    path: '/api/tickets/{id}/links/{linkId}',
    access: 'can:editor|tickets',
    summary: 'Remove a link between two tickets',
    params: params.extend({ linkId: idParam('ticketLink') }),
    response: links,
    writes: ['Ticket'],
  }),
  mergeTickets: mutation({
    method: 'POST',
    path: '/api/tickets/{id}/merge',
    access: 'can:editor|tickets',
    summary:
      'Merge open tickets into this one: they are closed, and their comments are shown in it',
    params,
    body: z.strictObject({ ticketIds: z.array(id('ticket')).min(1).max(MAX_MERGED) }),
    response: links,
    writes: all,
  }),
  settleOpenTickets: mutation({
    method: 'POST',
    path: '/api/equipment/{id}/open-tickets',
    access: 'can:editor|tickets',
    summary:
      'Close the open tickets of an equipment, or move them to another, before it is deleted',
    params: z.object({ id: idParam('equipment') }),
    /** Null closes them. */
    body: z.strictObject({ moveTo: id('equipment').nullable() }),
    response: z.object({
      settled: z.number().int(),
      /** Still open there: their states allow no step to a closed one, or there were too many. */
      left: z.number().int(),
    }),
    writes: all,
  }),
  undoMerge: mutation({
    method: 'DELETE',
    path: '/api/tickets/{id}/merge',
    access: 'can:editor|tickets',
    summary: 'Reopen a ticket that was merged, within a day',
    params,
    response: links,
    writes: all,
  }),
}
