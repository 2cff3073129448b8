/** Working time and parts of tickets. Costs are a domain of their own, with their own right. */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { MAX_ENTRY_MINUTES } from '#contract/rules/workTime.ts'
import { givenDay, givenInstant, instant, text, version } from '#contract/shapes.ts'

/** Uses of parts that one ticket may have; each use may take from several lots. */
export const MAX_PARTS = 200

const workEntry = z.object({
  id: id('workEntry'),
  /** Null after retention removed the person. */
  person: z.object({ id: id('user'), name: z.string() }).nullable(),
  isOwn: z.boolean(),
  startedAt: instant,
  /** Null while it runs. */
  endedAt: instant.nullable(),
  /** Whole minutes; 0 while it runs. */
  minutes: z.number().int(),
  /** Entered by hand or corrected. Starts and pauses leave it as it is. */
  isFixed: z.boolean(),
  /** Ended by closing the ticket or after 24 hours. The person confirms or corrects it. */
  isToCheck: z.boolean(),
  note: z.string().nullable(),
  version,
})
export type WorkEntry = z.output<typeof workEntry>

const usedPart = z.object({
  /** The use's first movement. */
  movementId: id('stockMovement'),
  at: instant,
  item: z.object({ id: id('inventoryItem'), name: z.string(), unit: z.string() }),
  /** Null if the reader may not see the location. */
  stock: z.object({ id: id('stock'), location: z.string() }).nullable(),
  amount: z.number(),
  by: z.string().nullable(),
  /** The stock's amount after this use. */
  after: z.number().nullable(),
})
export type UsedPart = z.output<typeof usedPart>

const ticketWork = z.object({
  ticketId: id('ticket'),
  /** The company records working time. */
  isRecorded: z.boolean(),
  /** The reader's own, and those of others with the right to see them. Newest first. */
  entries: z.array(workEntry),
  /** Sum of the ended entries that the reader sees. */
  minutes: z.number().int(),
  /** The reader sees the entries of others. */
  seesOthers: z.boolean(),
  /** The ticket on which the reader's running entry here ended another one. */
  endedElsewhere: z.object({ id: id('ticket'), title: z.string() }).nullable(),
  parts: z.array(usedPart),
})
export type TicketWorkAnswer = z.output<typeof ticketWork>

const ofTicket = { params: z.object({ id: idParam('ticket') }), response: ticketWork }
const ofEntry = { params: z.object({ id: idParam('workEntry') }), response: ticketWork }
const writes = ({ response }: { response: { ticketId: number } }) =>
  [{ type: 'Ticket', id: response.ticketId }, 'Journal'] as const
const movesStock = (call: { response: { ticketId: number } }) =>
  [...writes(call), 'Stock', 'InventoryItem', 'Alert'] as const

const minutes = z.number().int().min(0).max(MAX_ENTRY_MINUTES)
/** Idempotency key from the client: a retry with the same key is applied once. */
const clientKey = z.uuid().optional()
/** When the user did it, if it was queued while offline. Omit for now. */
const at = givenInstant.optional()

export const ticketWorkCalls = {
  getTicketWork: query({
    method: 'GET',
    path: '/api/tickets/{id}/work',
    access: 'session',
    summary: 'Working time and parts of a ticket; of others only with the right to see them',
    ...ofTicket,
    keptOnDevice: true,
    reads: ({ params }) => [{ type: 'Ticket', id: params.id }, 'Company'],
  }),
  startWork: mutation({
    method: 'POST',
    path: '/api/tickets/{id}/work/start',
    access: 'can:editor|tickets',
    summary: 'Start one’s own work on a ticket; ends one’s work on another',
    ...ofTicket,
    body: z.strictObject({ at, clientKey }),
    writes,
  }),
  pauseWork: mutation({
    method: 'POST',
    path: '/api/tickets/{id}/work/pause',
    access: 'can:editor|tickets',
    idempotent: true,
    summary: 'End one’s own running work on a ticket',
    ...ofTicket,
    body: z.strictObject({ at }),
    writes,
  }),
  addWork: mutation({
    method: 'POST',
    path: '/api/tickets/{id}/work',
    access: 'can:editor|tickets',
    summary: 'Enter own work by hand',
    ...ofTicket,
    body: z.strictObject({
      day: givenDay,
      minutes: minutes.min(1),
      note: text(500).nullable().optional(),
      clientKey,
    }),
    writes,
  }),
  correctWork: mutation({
    method: 'PUT',
    path: '/api/work-entries/{id}',
    access: 'can:editor|tickets',
    summary: 'Correct the minutes of an own entry, with a note',
    ...ofEntry,
    body: z.strictObject({ minutes, note: text(500, 1), version }),
    writes,
  }),
  confirmWork: mutation({
    method: 'POST',
    path: '/api/work-entries/{id}/confirm',
    access: 'can:editor|tickets',
    idempotent: true,
    summary: 'Say that the time of an own entry is right',
    ...ofEntry,
    writes,
  }),
  usePart: mutation({
    method: 'POST',
    path: '/api/tickets/{id}/parts',
    access: 'can:editor|tickets',
    summary: 'Take a part from stock for a ticket, first expired first; may go below zero',
    ...ofTicket,
    body: z.strictObject({
      stockId: id('stock'),
      amount: z.number().min(0.000001).max(1e9),
      clientKey,
    }),
    writes: movesStock,
  }),
  undoPart: mutation({
    method: 'POST',
    path: '/api/tickets/{id}/parts/{movementId}/undo',
    access: 'can:editor|tickets',
    summary: 'Put a used part back by movements against it; 409 when it was undone',
    params: z.object({ id: idParam('ticket'), movementId: idParam('stockMovement') }),
    response: ticketWork,
    writes: movesStock,
  }),
}
