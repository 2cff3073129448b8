import { integer, index, jsonb, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { TicketViewSettings } from '#contract/ticketViews.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'

/** A saved view of the ticket list. */
export const ticketView = tenantTable(
  'ticketView',
  'ticket_view',
  {
    name: text('name').notNull(),
    /** Null if the view is shared with the company. */
    ownerId: integer('owner_id').$type<Id<'user'>>(),
    settings: jsonb('settings').notNull().$type<TicketViewSettings>(),
    position: integer('position').notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.ownerId, () => user, 'cascade'),
    index('ticket_view_of').on(table.companyId, table.ownerId),
  ],
)

/** The view that a user's ticket list opens with. */
export const ticketViewDefault = tenantTable(
  'internal',
  'ticket_view_default',
  {
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    viewId: integer('view_id').notNull().$type<Id<'ticketView'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.userId, () => user, 'cascade'),
    foreignKeyInCompany(table, table.viewId, () => ticketView, 'cascade'),
    uniqueIndex('ticket_view_default_of').on(table.companyId, table.userId),
  ],
)
