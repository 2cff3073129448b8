import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  numeric,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { orgEntity } from './organisation.ts'
import { user } from './people.ts'
import { file } from './procedures.ts'
import { ticket } from './work.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Working time of a person on a ticket. */
export const workEntry = tenantTable(
  'workEntry',
  'work_entry',
  {
    ticketId: integer('ticket_id').notNull().$type<Id<'ticket'>>(),
    /** Null after retention removed the person; the minutes stay. */
    userId: integer('user_id').$type<Id<'user'>>(),
    startedAt: at('started_at').notNull(),
    /** Null while it runs. */
    endedAt: at('ended_at'),
    /** Whole minutes. 0 while it runs. */
    minutes: integer('minutes').notNull().default(0),
    isFixed: boolean('is_fixed').notNull().default(false),
    isToCheck: boolean('is_to_check').notNull().default(false),
    note: text('note'),
    clientKey: uuid('client_key'),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    foreignKeyInCompany(table, table.userId, () => user),
    index('work_entry_of').on(table.companyId, table.ticketId),
    index('work_entry_person').on(table.companyId, table.userId, table.startedAt),
    index('work_entry_started').on(table.companyId, table.startedAt),
    uniqueIndex('work_entry_client_key').on(table.companyId, table.clientKey),
    // A person works on one ticket at a time, whatever two tabs press at once.
    uniqueIndex('work_entry_running')
      .on(table.companyId, table.userId)
      .where(sql`ended_at is null`),
  ],
)

export const ticketCost = tenantTable(
  'ticketCost',
  'ticket_cost',
  {
    ticketId: integer('ticket_id').notNull().$type<Id<'ticket'>>(),
    day: date('day').notNull(),
    /** In the company's currency, which cannot change while there are amounts. */
    amount: numeric('amount', { precision: 18, scale: 4, mode: 'number' }).notNull(),
    text: text('text').notNull(),
    orgEntityId: integer('org_entity_id').$type<Id<'orgEntity'>>(),
    fileId: integer('file_id').$type<Id<'file'>>(),
    addedBy: integer('added_by').notNull().$type<Id<'user'>>(),
    clientKey: uuid('client_key'),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    foreignKeyInCompany(table, table.orgEntityId, () => orgEntity),
    foreignKeyInCompany(table, table.fileId, () => file),
    foreignKeyInCompany(table, table.addedBy, () => user),
    index('ticket_cost_of').on(table.companyId, table.ticketId),
    index('ticket_cost_day').on(table.companyId, table.day),
    index('ticket_cost_org_entity').on(table.companyId, table.orgEntityId),
    uniqueIndex('ticket_cost_file').on(table.companyId, table.fileId),
    uniqueIndex('ticket_cost_client_key').on(table.companyId, table.clientKey),
  ],
)
