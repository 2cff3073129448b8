import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { MeterSource } from '#contract/meters/meterSources.ts'
import type { readingSources } from '#contract/meters/meters.ts'
import type { PointKind } from '#contract/rules/meterTotals.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'
import { equipment } from './places.ts'
import { procedure, procedureLog, surveyQuestion } from './procedures.ts'
import { sensorType } from './sensors.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const meterType = tenantTable(
  'meterType',
  'meter_type',
  {
    name: text('name').notNull(),
    unit: text('unit').notNull(),
    source: text('source').notNull().$type<MeterSource>(),
    equipmentTypeIds: integer('equipment_type_ids')
      .array()
      .notNull()
      .$type<Id<'equipmentType'>[]>(),
    statusIds: integer('status_ids').array().notNull().$type<Id<'equipmentStatus'>[]>(),
    sensorTypeId: integer('sensor_type_id').$type<Id<'sensorType'>>(),
    above: doublePrecision('above'),
    procedureId: integer('procedure_id').$type<Id<'procedure'>>(),
    questionId: integer('question_id').$type<Id<'surveyQuestion'>>(),
    rollsOverAt: doublePrecision('rolls_over_at'),
    /** Journal entries or sensor readings up to this id are counted. */
    countedId: integer('counted_id').notNull().default(0),
    /** Procedure logs or visits up to this time are counted. */
    countedTo: at('counted_to'),
  },
  (table) => [
    foreignKeyInCompany(table, table.sensorTypeId, () => sensorType),
    foreignKeyInCompany(table, table.procedureId, () => procedure),
    foreignKeyInCompany(table, table.questionId, () => surveyQuestion),
    uniqueIndex('meter_type_name').on(table.companyId, table.name),
  ],
)

/**
 * Its numbers are derived from its readings and stored for lists and schedules. Its version rises
 * with every change of its readings, which tells schedules by use to count again.
 */
export const meter = tenantTable(
  'meter',
  'meter',
  {
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    typeId: integer('type_id').notNull().$type<Id<'meterType'>>(),
    /** Given to this equipment alone, and not by its type. */
    isOwn: boolean('is_own').notNull().default(false),
    value: doublePrecision('value'),
    total: doublePrecision('total').notNull().default(0),
    readAt: at('read_at'),
    isRunning: boolean('is_running').notNull().default(false),
    /** Use a day in the busiest and the quietest of the last three times 30 days. */
    busiest: doublePrecision('busiest'),
    quietest: doublePrecision('quietest'),
    ratedAt: at('rated_at'),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment, 'cascade'),
    foreignKeyInCompany(table, table.typeId, () => meterType),
    uniqueIndex('meter_once').on(table.companyId, table.equipmentId, table.typeId),
    index('meter_of_type').on(table.companyId, table.typeId),
  ],
)

export const meterReading = tenantTable(
  'meterReading',
  'meter_reading',
  {
    meterId: integer('meter_id').notNull().$type<Id<'meter'>>(),
    at: at('at').notNull(),
    value: doublePrecision('value').notNull(),
    kind: text('kind').notNull().$type<PointKind>(),
    startsAt: doublePrecision('starts_at'),
    endsAt: doublePrecision('ends_at'),
    /** Use up to here. Derived from this and all earlier readings. */
    total: doublePrecision('total').notNull(),
    source: text('source').notNull().$type<(typeof readingSources)[number]>(),
    clientKey: uuid('client_key'),
    byId: integer('by_id').$type<Id<'user'>>(),
    procedureLogId: integer('procedure_log_id').$type<Id<'procedureLog'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.meterId, () => meter, 'cascade'),
    foreignKeyInCompany(table, table.byId, () => user),
    foreignKeyInCompany(table, table.procedureLogId, () => procedureLog),
    uniqueIndex('meter_reading_at').on(table.companyId, table.meterId, table.at),
    uniqueIndex('meter_reading_key')
      .on(table.companyId, table.clientKey)
      .where(sql`client_key is not null`),
  ],
)
