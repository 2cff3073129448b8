import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { DomainFault } from '#contract/company/companyDomains.ts'
import type { CalendarFetchFault, FollowedCalendar } from '#contract/company/followedCalendar.ts'
import type { FollowedHolidayList } from '#contract/company/holidayLists.ts'
import type { CompanySettings, Holiday, Shift, WorkingSpan } from '#contract/company/company.ts'
import type { Id } from '#contract/ids.ts'
import type { ReportSettings } from '#contract/labelReports.ts'
import type { RetentionDays } from '#contract/rules/retention.ts'
import type { MetadataOwner, MetadataType } from '#contract/rules/metadata.ts'
import { PURPOSES, sealedText } from '#db/sealed.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { equipmentType } from './places.ts'
import { file } from './procedures.ts'

/**
 * One row per company, created on first use. Name, zone and provider are in `company`, because
 * sign-in needs them first.
 */
export const companySettings = tenantTable(
  'internal',
  'company_settings',
  {
    logoFileId: integer('logo_file_id').$type<Id<'file'>>(),
    weekStart: integer('week_start'),
    holidays: jsonb('holidays').notNull().default([]).$type<Holiday[]>(),
    holidayList: jsonb('holiday_list').$type<FollowedHolidayList>(),
    calendarSeen: jsonb('calendar_seen').notNull().default([]).$type<string[]>(),
    workingHours: jsonb('working_hours').notNull().default([]).$type<WorkingSpan[]>(),
    shifts: jsonb('shifts').notNull().default([]).$type<Shift[]>(),
    roomEquipmentTypeId: integer('room_equipment_type_id').$type<Id<'equipmentType'>>(),
    roomEquipmentTypeWord: text('room_equipment_type_word'),
    sessionHours: integer('session_hours').notNull().default(14),
    secondStepRoleIds: integer('second_step_role_ids')
      .array()
      .notNull()
      .default([])
      .$type<Id<'role'>[]>(),
    /** Web push is off until the company turns it on. */
    hasPush: boolean('has_push').notNull().default(false),
    /** Otherwise a lock screen shows only what kind of message it is. */
    pushShowsText: boolean('push_shows_text').notNull().default(false),
    /** Recorded working time is off until the company turns it on. */
    recordsWork: boolean('records_work').notNull().default(false),
    currency: text('currency'),
    textMessagesADay: integer('text_messages_a_day').notNull().default(200),
    /** Days by kind. The default applies to a missing kind. */
    retention: jsonb('retention').notNull().default({}).$type<RetentionDays>(),
    /** When `retention` was changed. A change takes effect a day later. */
    retentionSetAt: timestamp('retention_set_at', { withTimezone: true }),
    /** Reports by label. Null until the company sets them: off. */
    reports: jsonb('reports').$type<ReportSettings>(),
    targets: jsonb('targets').notNull().default({}).$type<CompanySettings['targets']>(),
  },
  (table) => [
    uniqueIndex('company_settings_once').on(table.companyId),
    foreignKeyInCompany(table, table.logoFileId, () => file),
    foreignKeyInCompany(table, table.roomEquipmentTypeId, () => equipmentType),
  ],
)

/**
 * An email domain that the company claims. Several companies may claim a domain, but only one may
 * have verified it.
 */
export const companyDomain = tenantTable(
  'companyDomain',
  'company_domain',
  {
    domain: text('domain').notNull(),
    /** Published in the TXT record, so it is not secret. */
    token: text('token').notNull(),
    provedAt: timestamp('proved_at', { withTimezone: true }),
    lapsedAt: timestamp('lapsed_at', { withTimezone: true }),
    lastCheckedAt: timestamp('last_checked_at', { withTimezone: true }),
    lastFault: text('last_fault').$type<DomainFault>(),
    /** For a verified domain: start of the current series of failed checks. */
    failingSince: timestamp('failing_since', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('company_domain_once').on(table.companyId, table.domain),
    uniqueIndex('company_domain_proved')
      .on(table.domain)
      .where(sql`proved_at is not null`),
    index('company_domain_checked')
      .on(table.lastCheckedAt)
      .where(sql`proved_at is not null`),
  ],
)

export const holidayCalendar = tenantTable(
  'internal',
  'holiday_calendar',
  {
    /** Encrypted, because some providers treat the URL as a secret. */
    url: sealedText('url', PURPOSES.calendarAddress).notNull(),
    days: jsonb('days').notNull().default([]).$type<FollowedCalendar['rows']>(),
    left: jsonb('left_out').notNull().$type<FollowedCalendar['left']>(),
    /** The first year of `days`. A new year requires reading the whole file again. */
    readYear: integer('read_year'),
    etag: text('etag'),
    lastModified: text('last_modified'),
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    fault: text('fault').$type<CalendarFetchFault>(),
    faultStatus: integer('fault_status'),
    failingSince: timestamp('failing_since', { withTimezone: true }),
    triedAt: timestamp('tried_at', { withTimezone: true }),
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('holiday_calendar_once').on(table.companyId),
    index('holiday_calendar_due').on(table.nextCheckAt),
  ],
)

export const metadataField = tenantTable(
  'metadataField',
  'metadata_field',
  {
    name: text('name').notNull(),
    dataType: text('data_type').notNull().$type<MetadataType>(),
    choices: text('choices').array().notNull(),
    unit: text('unit'),
    equipmentTypeIds: integer('equipment_type_ids')
      .array()
      .notNull()
      .$type<Id<'equipmentType'>[]>(),
    belongsTo: text('belongs_to').notNull().default('equipment').$type<MetadataOwner>(),
    locationTypeIds: integer('location_type_ids')
      .array()
      .notNull()
      .default([])
      .$type<Id<'locationType'>[]>(),
    ticketTypeIds: integer('ticket_type_ids')
      .array()
      .notNull()
      .default([])
      .$type<Id<'ticketType'>[]>(),
  },
  (table) => [uniqueIndex('metadata_field_name').on(table.companyId, table.belongsTo, table.name)],
)

/** A URL that automations may call. The secret signs the calls and never leaves the server. */
export const apiHook = tenantTable(
  'apiHook',
  'api_hook',
  {
    name: text('name').notNull(),
    url: sealedText('url', PURPOSES.hookAddress).notNull(),
    method: text('method').notNull().$type<'POST' | 'PUT' | 'GET'>(),
    secret: sealedText('secret', PURPOSES.hookSecret),
    isActive: boolean('is_active').notNull(),
  },
  (table) => [uniqueIndex('api_hook_name').on(table.companyId, table.name)],
)

export const assignRule = tenantTable(
  'assignRule',
  'assign_rule',
  {
    name: text('name').notNull(),
    instruction: text('instruction').notNull(),
    isActive: boolean('is_active').notNull(),
    userIds: integer('user_ids').array().notNull().$type<Id<'user'>[]>(),
    roleIds: integer('role_ids').array().notNull().$type<Id<'role'>[]>(),
  },
  (table) => [uniqueIndex('assign_rule_name').on(table.companyId, table.name)],
)

export const inventoryItem = tenantTable(
  'inventoryItem',
  'inventory_item',
  {
    name: text('name').notNull(),
    unit: text('unit').notNull(),
    category: text('category').notNull(),
    hasDoses: boolean('has_doses').notNull(),
    procedureIds: integer('procedure_ids').array().notNull().$type<Id<'procedure'>[]>(),
    /** Trade item number of the product. Digits only. */
    gtin: text('gtin'),
    /** The manufacturer's catalogue number (REF). */
    catalogueNumber: text('catalogue_number'),
    supplier: text('supplier'),
    /** Of one unit, in the company's currency. */
    price: numeric('price', { precision: 18, scale: 4, mode: 'number' }),
    fitsTypeIds: integer('fits_type_ids')
      .array()
      .notNull()
      .default([])
      .$type<Id<'equipmentType'>[]>(),
  },
  (table) => [uniqueIndex('inventory_item_name').on(table.companyId, table.name)],
)

export const progressMap = tenantTable(
  'progressMap',
  'progress_map',
  {
    name: text('name').notNull(),
    statusIds: integer('status_ids').array().notNull().$type<Id<'equipmentStatus'>[]>(),
    equipmentTypeIds: integer('equipment_type_ids')
      .array()
      .notNull()
      .$type<Id<'equipmentType'>[]>(),
  },
  (table) => [uniqueIndex('progress_map_name').on(table.companyId, table.name)],
)
