/**
 * Rollups for dashboard cards: a query over years reads thousands of rows instead of a million
 * (decision 17).
 */
import { bigint, date, index, integer, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenantTable } from '#db/tenantTable.ts'

export type SummedSource = 'procedureLog' | 'occurrence'
export type SummedCut = 'procedure' | 'object' | 'both'

/** A range of days in the company's time zone with rollups. Immutable: a new range replaces it. */
export const summedSpan = tenantTable(
  'internal',
  'summed_span',
  {
    source: text('source').notNull().$type<SummedSource>(),
    kind: text('kind').notNull().$type<'month' | 'year'>(),
    from: date('from_day').notNull(),
    /** Exclusive. */
    to: date('to_day').notNull(),
    zone: text('zone').notNull(),
    /**
     * The first instants of `from` and `to`. New zone data moves them, which makes the rollup
     * outdated. Null if an older server made the rollup.
     */
    beginsAt: timestamp('begins_at', { withTimezone: true }),
    endsAt: timestamp('ends_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('summed_span_once').on(table.companyId, table.source, table.kind, table.from),
  ],
)

/** One rollup row. No foreign keys: checking them would cost more than the insert. */
export const summedCell = tenantTable(
  'internal',
  'summed_cell',
  {
    spanId: integer('span_id').notNull(),
    cut: text('cut').notNull().$type<SummedCut>(),
    procedureId: integer('procedure_id'),
    equipmentId: integer('equipment_id'),
    locationId: integer('location_id'),
    counted: integer('counted').notNull(),
    done: integer('done').notNull(),
    doneLate: integer('done_late').notNull(),
    notDone: integer('not_done').notNull(),
    unscored: integer('unscored').notNull(),
    /** Score in hundredths: integers add up the same in any order. */
    hundredths: bigint('hundredths', { mode: 'number' }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }),
  },
  (table) => [
    index('summed_cell_of').on(table.companyId, table.spanId, table.cut, table.procedureId),
  ],
)

/** A UTC day with writes since its rollup. Inserted by triggers in the same transaction. */
export const summedMark = tenantTable(
  'internal',
  'summed_mark',
  { source: text('source').notNull().$type<SummedSource>(), day: date('day').notNull() },
  (table) => [index('summed_mark_day').on(table.companyId, table.source, table.day)],
)
