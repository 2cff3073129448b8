/** Costs of tickets, and prices of parts. All of it needs the right to see costs. */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { MAX_AMOUNT } from '#contract/rules/money.ts'
import { givenDay, text, version } from '#contract/shapes.ts'

/** Costs that one ticket may have. */
export const MAX_COSTS = 200
/** What a cost's file may be: a PDF or a picture. */
export const costFileMimes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const

const ticketCost = z.object({
  id: id('ticketCost'),
  day: z.string(),
  amount: z.number(),
  text: z.string(),
  /** The contractor, or another part of the organisation. */
  orgEntity: z.object({ id: id('orgEntity'), name: z.string() }).nullable(),
  file: z.object({ id: id('file'), name: z.string(), mime: z.string() }).nullable(),
  addedBy: z.string(),
  version,
})
export type TicketCost = z.output<typeof ticketCost>

const ticketCosts = z.object({
  ticketId: id('ticket'),
  /** Null until the company chooses it; without it, nothing is recorded. */
  currency: z.string().nullable(),
  costs: z.array(ticketCost),
  /** Parts that were used and had a price then. */
  parts: z.array(
    z.object({
      movementId: id('stockMovement'),
      price: z.number().nullable(),
      cost: z.number().nullable(),
    }),
  ),
  costTotal: z.number(),
  partsTotal: z.number(),
  total: z.number(),
})

const writes = ({ response }: { response: { ticketId: number } }) =>
  [{ type: 'Ticket', id: response.ticketId }, 'Journal'] as const

/** In the company's currency, with no more decimals than it has. */
const amount = z.number().min(0.0001).max(MAX_AMOUNT)
const facts = {
  day: givenDay,
  amount,
  text: text(500, 1),
  orgEntityId: id('orgEntity').nullable().optional(),
  /** An own new upload. */
  fileId: id('file').nullable().optional(),
}

export const ticketCostCalls = {
  getTicketCosts: query({
    method: 'GET',
    path: '/api/tickets/{id}/costs',
    access: 'can:viewer|costs',
    summary: 'Costs of a ticket: entered ones, and parts by their price',
    params: z.object({ id: idParam('ticket') }),
    response: ticketCosts,
    reads: ({ params }) => [{ type: 'Ticket', id: params.id }, 'Company', 'InventoryItem'],
  }),
  addCost: mutation({
    method: 'POST',
    path: '/api/tickets/{id}/costs',
    access: 'can:viewer|costs',
    summary: 'Record a cost of a ticket; also needs the right to handle tickets',
    params: z.object({ id: idParam('ticket') }),
    body: z.strictObject({ ...facts, clientKey: z.uuid().optional() }),
    response: ticketCosts,
    writes,
  }),
  updateCost: mutation({
    method: 'PUT',
    path: '/api/ticket-costs/{id}',
    access: 'can:viewer|costs',
    summary: 'Change a cost; also needs the right to handle tickets; 409 when stale',
    params: z.object({ id: idParam('ticketCost') }),
    body: z.strictObject({ ...facts, version }),
    response: ticketCosts,
    writes,
  }),
  deleteCost: mutation({
    method: 'DELETE',
    path: '/api/ticket-costs/{id}',
    access: 'can:viewer|costs',
    summary: 'Remove a cost and its file; also needs the right to handle tickets',
    params: z.object({ id: idParam('ticketCost') }),
    response: ticketCosts,
    writes,
  }),
  getItemPrice: query({
    method: 'GET',
    path: '/api/inventory-items/{id}/price',
    access: 'can:viewer|costs',
    summary: 'Price of one unit of an inventory item',
    params: z.object({ id: idParam('inventoryItem') }),
    response: z.object({ price: z.number().nullable(), currency: z.string().nullable() }),
    reads: ['InventoryItem', 'Company'],
  }),
  setItemPrice: mutation({
    method: 'PUT',
    path: '/api/inventory-items/{id}/price',
    access: 'can:viewer|costs',
    summary: 'Set the price of one unit, for later uses; also needs the right to manage equipment',
    params: z.object({ id: idParam('inventoryItem') }),
    body: z.strictObject({ price: z.number().min(0).max(MAX_AMOUNT).nullable() }),
    response: z.object({ price: z.number().nullable(), currency: z.string().nullable() }),
    writes: ['InventoryItem', 'Journal'],
  }),
}
