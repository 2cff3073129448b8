import { bigint, boolean, index, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { Exported, ExportHeadings, ListExport } from '#contract/listExports.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'

export const listExport = tenantTable(
  'listExport',
  'list_export',
  {
    startedBy: integer('started_by').notNull().$type<Id<'user'>>(),
    what: jsonb('what').notNull().$type<Exported>(),
    format: text('format').notNull().$type<ListExport['format']>(),
    headings: text('headings').notNull().$type<ExportHeadings>(),
    state: text('state').notNull().$type<ListExport['state']>(),
    fault: text('fault'),
    progress: integer('progress').notNull().default(0),
    total: integer('total').notNull().default(0),
    fileName: text('file_name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    storageKey: text('storage_key'),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** Updated with each step. An old value in a running export means that its server stopped. */
    heardAt: timestamp('heard_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.startedBy, () => user),
    index('list_export_of').on(table.companyId, table.startedBy, table.id),
  ],
)
