/** One status for many, in steps. */
import { index, integer, text, timestamp } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { StatusBatch } from '#contract/equipment/statusBatches.ts'
import { tenantTable, within } from '#db/tenantTable.ts'
import { equipment } from './places.ts'

export const statusBatch = tenantTable('statusBatch', 'status_batch', {
  statusId: integer('status_id').$type<Id<'equipmentStatus'>>(),
  /** The map they are brought along, if any. */
  progressMapId: integer('progress_map_id').$type<Id<'progressMap'>>(),
  startedBy: integer('started_by').notNull().$type<Id<'user'>>(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  state: text('state').notNull().$type<StatusBatch['state']>(),
  total: integer('total').notNull(),
  progress: integer('progress').notNull().default(0),
  updated: integer('updated').notNull().default(0),
  fellows: integer('fellows').notNull().default(0),
  forbidden: integer('forbidden').notNull().default(0),
  restored: integer('restored').notNull().default(0),
  left: integer('left_so').notNull().default(0),
  /** How many more matched than are done at once. */
  cut: integer('cut').notNull().default(0),
})

/** A thing that waits for its status, or got it and can be given back what it was. */
export const statusBatchRow = tenantTable(
  'internal',
  'status_batch_row',
  {
    batchId: integer('batch_id').notNull().$type<Id<'statusBatch'>>(),
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    /** `left`: the undo found it changed since; it may be so no longer when it is tried again. */
    state: text('state').notNull().$type<'waiting' | 'done' | 'left'>(),
    was: integer('was').$type<Id<'equipmentStatus'>>(),
  },
  (table) => [
    within(table, table.batchId, () => statusBatch, 'cascade'),
    within(table, table.equipmentId, () => equipment, 'cascade'),
    index('status_batch_row_of').on(table.companyId, table.batchId, table.state, table.id),
  ],
)
