import { boolean, index, integer, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { equipment } from './places.ts'

/**
 * When equipment could not be used, derived from the journal (decision 88). Rows stay when older
 * journal entries are removed.
 */
export const downtime = tenantTable(
  'downtime',
  'downtime',
  {
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    since: timestamp('since', { withTimezone: true }).notNull(),
    /** Null while it lasts. */
    until: timestamp('until', { withTimezone: true }),
    /** Name of the status that began it, as it was called then. */
    status: text('status').notNull(),
    isPlanned: boolean('is_planned').notNull(),
    /** Overrides `isPlanned` if a person corrected it; otherwise null. */
    isPlannedByHand: boolean('is_planned_by_hand'),
    note: text('note'),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment, 'cascade'),
    uniqueIndex('downtime_once').on(table.companyId, table.equipmentId, table.since),
    index('downtime_since').on(table.companyId, table.since),
  ],
)

/** Up to when the journal is counted. One row a company. */
export const downtimeMark = tenantTable(
  'internal',
  'downtime_mark',
  {
    /** Null to derive everything again. */
    countedAt: timestamp('counted_at', { withTimezone: true }),
    /** The oldest change that the journal had at the first pass. Earlier ones are unknown. */
    knownSince: timestamp('known_since', { withTimezone: true }),
  },
  (table) => [uniqueIndex('downtime_mark_once').on(table.companyId)],
)
