import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam, ids } from './ids.ts'
import { stockStates } from './rules/stock.ts'
import {
  givenDay,
  identifier,
  instant,
  listAnswer,
  listQuestion,
  strayInName,
  text,
} from './shapes.ts'

const movementKinds = ['received', 'used', 'discarded', 'corrected', 'moved'] as const
export type MovementKind = (typeof movementKinds)[number]

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

/** In the item's unit; stored with six decimals. */
const some = z.number().min(0.000001).max(1e9)
const minimum = z.number().min(0).max(1e9).nullable()
const reason = text(500, 1)
const day = z.string()

const stockRow = z.object({
  id: id('stock'),
  item: named(id('inventoryItem')).extend({ unit: z.string() }),
  location: named(id('location')),
  /** The amount in stock; negative if more was used than was recorded there. */
  amount: z.number(),
  minimum,
  state: z.enum(stockStates),
  /** The earliest expiry of the lots in stock; null if no lot expires. */
  nextExpiry: day.nullable(),
  /** Amount used by procedure logs and for tickets in the last 90 days. */
  used: z.number(),
  /** Forecast from `used`; null if there was no use or the stock lasts for years. */
  runsOutOn: day.nullable(),
})
export type StockRow = z.output<typeof stockRow>

const stockDetail = stockRow.extend({
  /** Stock of this item has ended here; its movements remain. */
  isEnded: z.boolean(),
  lots: z.array(
    z.object({
      id: id('stockLot'),
      /** Empty for stock without a lot. */
      name: z.string(),
      expiresOn: day.nullable(),
      amount: z.number(),
    }),
  ),
  lotCount: z.number().int(),
})
export type StockDetail = z.output<typeof stockDetail>

const movement = z.object({
  id: id('stockMovement'),
  at: instant,
  kind: z.enum(movementKinds),
  /** Positive for additions, negative for removals. */
  amount: z.number(),
  after: z.number(),
  lot: z.object({ name: z.string(), expiresOn: day.nullable() }),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  /** The procedure log that used or discarded it; null if the reader may not see it. */
  procedureLogId: id('procedureLog').nullable(),
  /** The ticket it was used for; null if the reader may not see it. */
  ticketId: id('ticket').nullable(),
  otherPlace: named(id('location')).nullable(),
  isUndoing: z.boolean(),
  isUndone: z.boolean(),
  mayBeUndone: z.boolean(),
})
export type StockMovement = z.output<typeof movement>

/** The stock after the write, and the movement id needed to undo it. */
const moved = z.object({ stock: stockRow, movementId: id('stockMovement') })
const one = { params: z.object({ id: idParam('stock') }) }
const writes = ['Stock', 'InventoryItem', 'Alert', 'Journal'] as const

/** Idempotency key from the client: a retry with the same key moves the amount once. */
const clientKey = z.uuid().optional()

const stockQuestion = listQuestion(['item', 'location', 'amount', 'nextExpiry'])
  .extend({
    itemIds: ids('inventoryItem').optional(),
    /** Includes all locations inside the listed locations. */
    locationIds: ids('location').optional(),
    states: z.array(z.enum(stockStates)).max(stockStates.length).optional(),
  })
  .strict()

export const inventory = {
  listStock: query({
    method: 'POST',
    path: '/api/inventory-stock/get',
    access: 'session',
    summary: 'What there is of each inventory item at each place that the asker may see',
    body: stockQuestion,
    response: listAnswer(stockRow),
    reads: ['Stock', 'InventoryItem', 'Location'],
  }),
  getStock: query({
    method: 'GET',
    path: '/api/inventory-stock/{id}',
    access: 'session',
    summary: 'One stock with its lots',
    ...one,
    response: stockDetail,
    reads: ['Stock', 'InventoryItem', 'Location'],
  }),
  listStockMovements: query({
    method: 'POST',
    path: '/api/inventory-stock/{id}/movements',
    access: 'session',
    summary: 'All that came to a stock and went from it, newest first',
    ...one,
    body: listQuestion(['at']).omit({ search: true, sort: true }).strict(),
    response: listAnswer(movement),
    reads: ['Stock'],
  }),
  keepStock: mutation({
    method: 'PUT',
    path: '/api/inventory-stock',
    access: 'can:editor|equipment',
    summary: 'Keep an item at a place, with the minimum that should be there; null: none',
    body: z.strictObject({ itemId: id('inventoryItem'), locationId: id('location'), minimum }),
    response: z.object({ stock: stockRow, before: minimum }),
    writes,
  }),
  stopStock: mutation({
    method: 'POST',
    path: '/api/inventory-stock/{id}/stop',
    access: 'can:editor|equipment',
    summary: 'Keep an item at a place no longer; 409 while something of it is there',
    ...one,
    response: z.object({ stopped: z.literal(true) }),
    writes,
  }),
  receiveStock: mutation({
    method: 'POST',
    path: '/api/inventory-stock/receive',
    access: 'can:editor|equipment',
    summary: 'Something came; the place keeps the item from now on',
    body: z.strictObject({
      itemId: id('inventoryItem'),
      locationId: id('location'),
      amount: some,
      /** As printed on the lot; empty for stock without a lot. */
      lot: identifier(100)
        .refine((value) => !strayInName.test(value), 'Control characters are not allowed')
        .default(''),
      expiresOn: givenDay.nullable().default(null),
      reason: text(500).nullable().default(null),
      clientKey,
    }),
    response: moved,
    writes,
  }),
  correctStock: mutation({
    method: 'POST',
    path: '/api/inventory-stock/{id}/correct',
    access: 'can:editor|equipment',
    summary: 'Somebody counted: so much of the lot is there',
    ...one,
    body: z.strictObject({
      /** Null for stock without a lot. */
      lotId: id('stockLot').nullable(),
      amount: z.number().min(0).max(1e9),
      reason,
    }),
    response: moved,
    writes,
  }),
  discardStock: mutation({
    method: 'POST',
    path: '/api/inventory-stock/{id}/discard',
    access: 'can:editor|equipment',
    summary: 'Some of a lot was thrown away; 409 when so much is not there',
    ...one,
    body: z.strictObject({ lotId: id('stockLot'), amount: some, reason, clientKey }),
    response: moved,
    writes,
  }),
  moveStock: mutation({
    method: 'POST',
    path: '/api/inventory-stock/{id}/move',
    access: 'can:editor|equipment',
    summary: 'Some of a lot went to another place; 409 when so much is not there',
    ...one,
    body: z.strictObject({
      lotId: id('stockLot'),
      amount: some,
      locationId: id('location'),
      reason: text(500).nullable().default(null),
      clientKey,
    }),
    response: moved,
    writes,
  }),
  undoStockMovement: mutation({
    method: 'POST',
    path: '/api/inventory-movements/{id}/undo',
    access: 'can:editor|equipment',
    summary:
      'Take a movement back by one against it; 409 when it is of a performance or was undone',
    params: z.object({ id: idParam('stockMovement') }),
    response: moved,
    writes,
  }),
}
