import { boolean, index, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core'
import type { IdentifierKey } from '#contract/equipment/identifierKeys.ts'
import type { Id } from '#contract/ids.ts'
import type { TicketPriority } from '#contract/rules/ticketDue.ts'
import type { StatusBatch } from '#contract/equipment/statusBatches.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'
import { equipment } from './places.ts'

export const statusBatch = tenantTable('statusBatch', 'status_batch', {
  statusId: integer('status_id').$type<Id<'equipmentStatus'>>(),
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
  /** Number of matching equipment beyond the limit of one batch. */
  cut: integer('cut').notNull().default(0),
})

export const statusBatchRow = tenantTable(
  'internal',
  'status_batch_row',
  {
    batchId: integer('batch_id').notNull().$type<Id<'statusBatch'>>(),
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    /** `left`: the undo skipped it because it was changed since. A later undo tries again. */
    state: text('state').notNull().$type<'waiting' | 'done' | 'left'>(),
    was: integer('was').$type<Id<'equipmentStatus'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.batchId, () => statusBatch, 'cascade'),
    foreignKeyInCompany(table, table.equipmentId, () => equipment, 'cascade'),
    index('status_batch_row_of').on(table.companyId, table.batchId, table.state, table.id),
  ],
)

/** A change of many tickets, stored for undo. */
export const ticketBatch = tenantTable(
  'ticketBatch',
  'ticket_batch',
  {
    changedBy: integer('changed_by').notNull().$type<Id<'user'>>(),
    /** Each ticket as it was, and its version after the change. */
    tickets: jsonb('tickets').notNull().$type<{ id: number; version: number; was: TicketWas }[]>(),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
  },
  (table) => [foreignKeyInCompany(table, table.changedBy, () => user, 'cascade')],
)
/** Columns of a ticket that a batch changes. Times are ISO texts. */
export interface TicketWas {
  stateId: number
  assigneeId: number | null
  priority: TicketPriority
  respondBy: string | null
  dueBy: string | null
  closedAt: string | null
  reopenedAt: string | null
  problemId: number | null
  problemText: string | null
  causeId: number | null
  causeText: string | null
  remedyId: number | null
  remedyText: string | null
}

/** Values moved from a fact or metadata field into a field, stored for undo. */
export const identifierMove = tenantTable(
  'internal',
  'identifier_move',
  {
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    field: text('field').notNull().$type<IdentifierKey>(),
    factName: text('fact_name'),
    metadataFieldId: integer('metadata_field_id').$type<Id<'metadataField'>>(),
    value: text('value').notNull(),
    /** False if the field already had this value. */
    isSet: boolean('is_set').notNull(),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment, 'cascade'),
    index('identifier_move_of').on(table.companyId, table.field, table.id),
    index('identifier_move_equipment').on(table.companyId, table.equipmentId),
  ],
)
