import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { UsedItem } from '#contract/automation/facts.ts'
import type { Id } from '#contract/ids.ts'
import type {
  GivenAnswer,
  QuestionKind,
  ScoreBreakdown,
  SurveyQuestion,
  Visibility,
} from '#contract/procedures/survey.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'
import { equipment, location } from './places.ts'
import { validationType } from './validation.ts'

export const procedureType = tenantTable(
  'procedureType',
  'procedure_type',
  {
    name: text('name').notNull(),
    isTracer: boolean('is_tracer').notNull().default(false),
    /** Days that the answers of procedure logs are stored. If null, forever. */
    retentionDays: integer('retention_days'),
    legalHold: boolean('legal_hold').notNull().default(false),
  },
  (table) => [uniqueIndex('procedure_type_name').on(table.companyId, table.name)],
)

export const procedure = tenantTable(
  'procedure',
  'procedure',
  {
    name: text('name').notNull(),
    description: text('description'),
    typeId: integer('type_id').notNull().$type<Id<'procedureType'>>(),
    target: text('target').notNull().$type<'equipment' | 'location' | 'either'>(),
    /** If empty, the procedure applies to all equipment types. */
    equipmentTypeIds: integer('equipment_type_ids')
      .array()
      .notNull()
      .default([])
      .$type<Id<'equipmentType'>[]>(),
    /** The version that set these types. Logs begun with an earlier version are still accepted. */
    typesSince: integer('types_since').notNull().default(1),
    isActive: boolean('is_active').notNull().default(true),
    isSigned: boolean('is_signed').notNull().default(false),
    /**
     * The version of the current questions. A log begun with an earlier version is validated
     * against that version's questions (`formerQuestions`).
     */
    questionsSince: integer('questions_since').notNull().default(1),
    /**
     * The version that retired the procedure. Logs begun with an earlier version are still
     * accepted.
     */
    retiredIn: integer('retired_in'),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.typeId, () => procedureType),
    index('procedure_name').on(table.companyId, table.name),
  ],
)

export const surveyQuestion = tenantTable(
  'surveyQuestion',
  'survey_question',
  {
    procedureId: integer('procedure_id').notNull().$type<Id<'procedure'>>(),
    position: integer('position').notNull(),
    kind: text('kind').notNull().$type<QuestionKind>(),
    title: text('title').notNull(),
    help: text('help'),
    required: boolean('required').notNull(),
    unit: text('unit'),
    minimum: doublePrecision('minimum'),
    maximum: doublePrecision('maximum'),
    numberScore: jsonb('number_score').$type<SurveyQuestion['numberScore']>(),
    /** A number outside of this range is a fault. */
    faultOutside: jsonb('fault_outside').$type<NonNullable<SurveyQuestion['faultOutside']>>(),
    validationTypeId: integer('validation_type_id').$type<Id<'validationType'>>(),
    visibility: jsonb('visibility').$type<Visibility>(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.procedureId, () => procedure, 'cascade'),
    foreignKeyInCompany(table, table.validationTypeId, () => validationType),
    index('survey_question_of').on(table.companyId, table.procedureId, table.position),
  ],
)

export const surveyAnswer = tenantTable(
  'surveyAnswer',
  'survey_answer',
  {
    questionId: integer('question_id').notNull().$type<Id<'surveyQuestion'>>(),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    score: doublePrecision('score').notNull(),
    isFault: boolean('is_fault').notNull().default(false),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.questionId, () => surveyQuestion, 'cascade'),
    index('survey_answer_of').on(table.companyId, table.questionId, table.position),
  ],
)

export const formerQuestions = tenantTable(
  'internal',
  'former_questions',
  {
    procedureId: integer('procedure_id').notNull().$type<Id<'procedure'>>(),
    since: integer('since').notNull(),
    questions: jsonb('questions').notNull().$type<SurveyQuestion[]>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.procedureId, () => procedure, 'cascade'),
    uniqueIndex('former_questions_since').on(table.companyId, table.procedureId, table.since),
  ],
)

export const procedureLog = tenantTable(
  'procedureLog',
  'procedure_log',
  {
    clientKey: uuid('client_key').notNull(),
    procedureId: integer('procedure_id').notNull().$type<Id<'procedure'>>(),
    procedureVersion: integer('procedure_version').notNull(),
    equipmentId: integer('equipment_id').$type<Id<'equipment'>>(),
    locationId: integer('location_id').$type<Id<'location'>>(),
    doneBy: integer('done_by').notNull().$type<Id<'user'>>(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    /** When the user performed the procedure. `createdAt` is when the server received it. */
    doneAt: timestamp('done_at', { withTimezone: true }).notNull(),
    points: doublePrecision('points').notNull(),
    maximum: doublePrecision('maximum').notNull(),
    score: doublePrecision('score'),
    questions: jsonb('questions').notNull().$type<SurveyQuestion[]>(),
    answers: jsonb('answers').notNull().$type<GivenAnswer[]>(),
    breakdown: jsonb('breakdown').notNull().$type<ScoreBreakdown>(),
    /** When answers, files and corrections were deleted. Null while they exist. */
    contentRemovedAt: timestamp('content_removed_at', { withTimezone: true }),
    used: jsonb('used').notNull().default([]).$type<UsedItem[]>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.procedureId, () => procedure),
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    foreignKeyInCompany(table, table.locationId, () => location),
    foreignKeyInCompany(table, table.doneBy, () => user),
    uniqueIndex('procedure_log_client_key').on(table.companyId, table.clientKey),
    index('procedure_log_done').on(table.companyId, table.doneAt, table.id),
    // Covers what statistics read of a log, so that counting a year never reads the answers.
    index('procedure_log_numbers').on(
      table.companyId,
      table.doneAt,
      table.procedureId,
      table.equipmentId,
      table.locationId,
      table.score,
    ),
    index('procedure_log_procedure').on(table.companyId, table.procedureId, table.doneAt),
    index('procedure_log_received').on(table.companyId, table.procedureId, table.createdAt),
    // Partial: few logs use inventory.
    index('procedure_log_used')
      .on(table.companyId, table.doneAt)
      .where(sql`used <> '[]'::jsonb`),
    index('procedure_log_equipment').on(table.companyId, table.equipmentId, table.doneAt),
    index('procedure_log_location').on(table.companyId, table.locationId, table.doneAt),
  ],
)

export const file = tenantTable(
  'file',
  'file',
  {
    name: text('name').notNull(),
    mime: text('mime').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull(),
    /** Null for a photo of a report without an account. */
    uploadedBy: integer('uploaded_by').$type<Id<'user'>>(),
    /** Set when a log references the file. Unreferenced uploads are deleted. */
    keptAt: timestamp('kept_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.uploadedBy, () => user),
    index('file_unkept')
      .on(table.companyId, table.createdAt)
      .where(sql`kept_at is null`),
  ],
)
