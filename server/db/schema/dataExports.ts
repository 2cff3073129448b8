import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DataExport } from '#contract/dataExports.ts'
import type { Id } from '#contract/ids.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'

export const dataExport = tenantTable(
  'dataExport',
  'data_export',
  {
    startedBy: integer('started_by').notNull().$type<Id<'user'>>(),
    state: text('state').notNull().$type<DataExport['state']>(),
    /** Rows and files written so far, and their number at the start. */
    progress: integer('progress').notNull().default(0),
    total: integer('total').notNull().default(0),
    rows: integer('rows').notNull().default(0),
    files: integer('files').notNull().default(0),
    /** Files whose content was already missing. */
    lost: integer('lost').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    storageKey: text('storage_key'),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    // Two requests at once share one export.
    uniqueIndex('data_export_running')
      .on(table.companyId)
      .where(sql`state = 'running'`),
    foreignKeyInCompany(table, table.startedBy, () => user),
    index('data_export_at').on(table.companyId, table.createdAt),
  ],
)
