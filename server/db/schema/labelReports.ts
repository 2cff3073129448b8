import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import { PURPOSES, sealedText } from '#db/sealed.ts'
import { foreignKeyInCompany, tenantTable } from '#db/tenantTable.ts'
import { equipment, location } from './places.ts'
import { ticket } from './work.ts'

/**
 * The present code of the label of equipment or a location. The hash finds it, the sealed code is
 * printed again.
 */
export const reportLabel = tenantTable(
  'internal',
  'report_label',
  {
    equipmentId: integer('equipment_id').$type<Id<'equipment'>>(),
    locationId: integer('location_id').$type<Id<'location'>>(),
    codeHash: text('code_hash').notNull(),
    code: sealedText('code', PURPOSES.labelCode).notNull(),
    printedAt: timestamp('printed_at', { withTimezone: true }),
    /** Null: as the kind of location says. */
    takesReports: boolean('takes_reports'),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment, 'cascade'),
    foreignKeyInCompany(table, table.locationId, () => location, 'cascade'),
    uniqueIndex('report_label_code').on(table.codeHash),
    uniqueIndex('report_label_equipment').on(table.companyId, table.equipmentId),
    uniqueIndex('report_label_location').on(table.companyId, table.locationId),
    check('report_label_subject', sql`(equipment_id is null) <> (location_id is null)`),
  ],
)

export const ticketReport = tenantTable(
  'internal',
  'ticket_report',
  {
    labelId: integer('label_id').notNull(),
    ticketId: integer('ticket_id').notNull().$type<Id<'ticket'>>(),
    /** Hash of the reporter's key, which is the secret of the answer. Null once erased. */
    keyHash: text('key_hash'),
    isRepeat: boolean('is_repeat').notNull(),
    problemKey: text('problem_key').notNull(),
    problemText: text('problem_text').notNull(),
    words: text('words'),
    reporterName: text('reporter_name'),
    reporterPhone: text('reporter_phone'),
    device: text('device'),
    isFixed: boolean('is_fixed'),
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    erasedAt: timestamp('erased_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.labelId, () => reportLabel, 'cascade'),
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    uniqueIndex('ticket_report_key').on(table.keyHash),
    index('ticket_report_of').on(table.companyId, table.ticketId),
    index('ticket_report_label').on(table.companyId, table.labelId, table.createdAt),
    index('ticket_report_at').on(table.companyId, table.createdAt),
  ],
)
