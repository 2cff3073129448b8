/** One change of many tickets: selected ones, or all that match the list. */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam } from './ids.ts'
import { leftReasons } from './rules/ticketBatch.ts'
import { ticketPriorities } from './rules/ticketDue.ts'
import { version } from './shapes.ts'
import { failureCode, givenFailure, ticketClosing } from './ticketClosing.ts'
import { MAX_TICKET_BATCH } from './ticketBatchBounds.ts'
import { ticketCategories, tickets } from './tickets.ts'

export const UNDO_BATCH_HOURS = 24
/** Ticket types whose closing is answered in one batch. */
const MAX_ANSWERED_TYPES = 100

const which = z.union([
  z.strictObject({
    /** With the versions that the user saw: changed ones are left as they are. */
    tickets: z
      .array(z.strictObject({ id: id('ticket'), version }))
      .min(1)
      .max(MAX_TICKET_BATCH),
  }),
  z.strictObject({
    question: tickets.listTickets.body.omit({ limit: true, offset: true, sort: true }),
  }),
])

const change = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('state'),
    /** A state of one ticket type, or the first state of the category that may follow. */
    to: z.union([
      z.strictObject({ stateId: id('ticketState') }),
      z.strictObject({ category: z.enum(ticketCategories) }),
    ]),
  }),
  z.strictObject({ kind: z.literal('assignee'), assigneeId: id('user').nullable() }),
  z.strictObject({ kind: z.literal('priority'), priority: z.enum(ticketPriorities) }),
])
export type TicketBatchChange = z.input<typeof change>

const asked = z.strictObject({
  which,
  change,
  /** Answers for tickets that close and have none yet, by ticket type. */
  failures: z
    .array(z.strictObject({ ticketTypeId: id('ticketType'), failure: givenFailure }))
    .max(MAX_ANSWERED_TYPES)
    .optional(),
})
const count = z.number().int()
const left = z.array(z.object({ reason: z.enum(leftReasons), count }))
const outcome = z.object({
  /** Selected tickets, and how many of them exceed the maximum of a batch. */
  total: count,
  cut: count,
  change: count,
  same: count,
  left,
})
export type TicketBatchOutcome = z.infer<typeof outcome>

const preview = outcome.extend({
  /** What closing asks for, by ticket type. Tickets that only wait for an answer count as changed. */
  asks: z.array(
    z.object({
      ticketTypeId: id('ticketType'),
      name: z.string(),
      count,
      asks: ticketClosing.shape.asks,
      codes: z.array(failureCode),
    }),
  ),
})
export type TicketBatchPreview = z.infer<typeof preview>

const touched = ['Ticket', 'Journal', 'Equipment'] as const

export const ticketBatches = {
  previewTicketBatch: query({
    method: 'POST',
    path: '/api/tickets/batches/preview',
    access: 'can:editor|tickets',
    summary: 'What a change of many tickets would change, what it would leave, and what it asks',
    body: asked,
    response: preview,
    reads: ['Ticket', 'TicketType'],
  }),
  changeTickets: mutation({
    method: 'POST',
    path: '/api/tickets/batches',
    access: 'can:editor|tickets',
    summary: 'Change state, assignee or priority of many tickets at once',
    body: asked,
    /** `id` undoes it. Null if nothing was changed. */
    response: outcome.extend({ id: id('ticketBatch').nullable() }),
    writes: touched,
  }),
  undoTicketBatch: mutation({
    method: 'POST',
    path: '/api/tickets/batches/{id}/undo',
    access: 'can:editor|tickets',
    summary: 'Undo one’s own change of many tickets within a day',
    params: z.object({ id: idParam('ticketBatch') }),
    response: z.object({
      restored: count,
      /** Left as they are, because they were changed since or are not visible any more. */
      left: count,
    }),
    writes: touched,
  }),
}
