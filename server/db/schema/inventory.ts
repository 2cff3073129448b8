import { sql } from 'drizzle-orm'
import {
  date,
  index,
  integer,
  numeric,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { MovementKind } from '#contract/inventory.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { inventoryItem } from './company.ts'
import { user } from './people.ts'
import { location } from './places.ts'
import { procedureLog } from './procedures.ts'
import { ticket } from './work.ts'

const amount = (name: string) => numeric(name, { precision: 24, scale: 6, mode: 'number' })
const at = (name: string) => timestamp(name, { withTimezone: true })

/** Every movement locks this row first, so that no concurrent change is lost. */
export const stock = tenantTable(
  'stock',
  'stock',
  {
    itemId: integer('item_id').notNull().$type<Id<'inventoryItem'>>(),
    locationId: integer('location_id').notNull().$type<Id<'location'>>(),
    amount: amount('amount').notNull().default(0),
    minimum: amount('minimum'),
    /** When the item stopped being stocked here. Null while it is. */
    endedAt: at('ended_at'),
  },
  (table) => [
    foreignKeyInCompany(table, table.itemId, () => inventoryItem),
    foreignKeyInCompany(table, table.locationId, () => location),
    uniqueIndex('stock_once').on(table.companyId, table.itemId, table.locationId),
    index('stock_place').on(table.companyId, table.locationId),
  ],
)

export const stockLot = tenantTable(
  'stockLot',
  'stock_lot',
  {
    stockId: integer('stock_id').notNull().$type<Id<'stock'>>(),
    /** Empty if the stock has no lots. */
    name: text('name').notNull(),
    expiresOn: date('expires_on'),
    amount: amount('amount').notNull().default(0),
  },
  (table) => [
    foreignKeyInCompany(table, table.stockId, () => stock, 'cascade'),
    unique('stock_lot_once')
      .on(table.companyId, table.stockId, table.name, table.expiresOn)
      .nullsNotDistinct(),
  ],
)

/** Append-only: an error is corrected by an opposite movement. */
export const stockMovement = tenantTable(
  'stockMovement',
  'stock_movement',
  {
    stockId: integer('stock_id').notNull().$type<Id<'stock'>>(),
    lotId: integer('lot_id').notNull().$type<Id<'stockLot'>>(),
    at: at('at').notNull(),
    kind: text('kind').notNull().$type<MovementKind>(),
    amount: amount('amount').notNull(),
    after: amount('after').notNull(),
    reason: text('reason'),
    byId: integer('by_id').$type<Id<'user'>>(),
    procedureLogId: integer('procedure_log_id').$type<Id<'procedureLog'>>(),
    /** The ticket that a part was used for. */
    ticketId: integer('ticket_id').$type<Id<'ticket'>>(),
    /** Price of one unit when it was used for a ticket. */
    price: numeric('price', { precision: 18, scale: 4, mode: 'number' }),
    otherStockId: integer('other_stock_id').$type<Id<'stock'>>(),
    pairOf: integer('pair_of').$type<Id<'stockMovement'>>(),
    undoes: integer('undoes').$type<Id<'stockMovement'>>(),
    clientKey: uuid('client_key'),
  },
  (table) => [
    foreignKeyInCompany(table, table.stockId, () => stock, 'cascade'),
    foreignKeyInCompany(table, table.lotId, () => stockLot, 'cascade'),
    foreignKeyInCompany(table, table.byId, () => user),
    foreignKeyInCompany(table, table.procedureLogId, () => procedureLog),
    foreignKeyInCompany(table, table.ticketId, () => ticket),
    foreignKeyInCompany(table, table.otherStockId, () => stock, 'cascade'),
    index('stock_movement_of').on(table.companyId, table.stockId, table.id),
    index('stock_movement_used')
      .on(table.companyId, table.stockId, table.at)
      .where(sql`procedure_log_id is not null or ticket_id is not null`),
    index('stock_movement_ticket')
      .on(table.companyId, table.ticketId)
      .where(sql`ticket_id is not null`),
    index('stock_movement_performance').on(table.companyId, table.procedureLogId),
    uniqueIndex('stock_movement_client_key').on(table.companyId, table.clientKey),
    index('stock_movement_pair').on(table.companyId, table.pairOf),
    // Two undo requests at once undo only once.
    uniqueIndex('stock_movement_undone_once').on(table.companyId, table.undoes),
  ],
)
