/**
 * Sums of what cards count, kept so that a number over years reads thousands of rows and not a
 * million (decision 17).
 */
import { bigint, date, index, integer, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenantTable } from '#db/tenantTable.ts'

/** What is summed: procedure logs by when they were done, occurrences by when they were due. */
export type SummedSource = 'procedureLog' | 'occurrence'
/** By which of procedure and object (equipment or location) a sum is told apart. */
export type SummedCut = 'procedure' | 'object' | 'both'

/**
 * A stretch of days on the company's clock that is summed up. It is never changed: a better one
 * takes its place.
 */
export const summedSpan = tenantTable(
  'internal',
  'summed_span',
  {
    source: text('source').notNull().$type<SummedSource>(),
    kind: text('kind').notNull().$type<'month' | 'year'>(),
    from: date('from_day').notNull(),
    /** The day after its last one. */
    to: date('to_day').notNull(),
    zone: text('zone').notNull(),
  },
  (table) => [
    uniqueIndex('summed_span_once').on(table.companyId, table.source, table.kind, table.from),
  ],
)

/** One sum of a span. Without foreign keys: a check a row would cost more than the row. */
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
    /** Scores have two decimals; whole numbers add up the same in any order. */
    hundredths: bigint('hundredths', { mode: 'number' }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }),
  },
  (table) => [
    index('summed_cell_of').on(table.companyId, table.spanId, table.cut, table.procedureId),
  ],
)

/**
 * A day, in UTC, whose rows were written to since it was summed. Put here by the database itself,
 * with the write.
 */
export const summedMark = tenantTable(
  'internal',
  'summed_mark',
  { source: text('source').notNull().$type<SummedSource>(), day: date('day').notNull() },
  (table) => [index('summed_mark_day').on(table.companyId, table.source, table.day)],
)
