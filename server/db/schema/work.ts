import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AssignmentCandidate } from '#contract/rrules/assignments.ts'
import type { Colour } from '#contract/colours.ts'
import type { Id } from '#contract/ids.ts'
import type { FailureAsk, FailureKind } from '#contract/rules/closing.ts'
import type { MetadataValue } from '#contract/rules/metadata.ts'
import type { TargetClock, TicketPriority, TicketTarget } from '#contract/rules/ticketDue.ts'
import { automationRun } from './automations.ts'
import { orgEntity } from './organisation.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'
import { equipment, location } from './places.ts'
import { file, procedure, procedureLog, surveyQuestion } from './procedures.ts'

export const ticketType = tenantTable(
  'ticketType',
  'ticket_type',
  {
    name: text('name').notNull(),
    colour: text('colour').notNull().$type<Colour>(),
    defaultPriority: text('default_priority').notNull().default('normal').$type<TicketPriority>(),
    targets: jsonb('targets').notNull().default([]).$type<TicketTarget[]>(),
    targetClock: text('target_clock').notNull().default('clock').$type<TargetClock>(),
    problemAsk: text('problem_ask').notNull().default('off').$type<FailureAsk>(),
    causeAsk: text('cause_ask').notNull().default('off').$type<FailureAsk>(),
    remedyAsk: text('remedy_ask').notNull().default('off').$type<FailureAsk>(),
    /** Must be done before a ticket closes. */
    closingProcedureId: integer('closing_procedure_id').$type<Id<'procedure'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.closingProcedureId, () => procedure),
    uniqueIndex('ticket_type_name').on(table.companyId, table.name),
    index('ticket_type_closing_procedure')
      .on(table.companyId, table.closingProcedureId)
      .where(sql`closing_procedure_id is not null`),
  ],
)

/** A value of the lists of problems, causes and remedies of a ticket type. */
export const failureCode = tenantTable(
  'failureCode',
  'failure_code',
  {
    ticketTypeId: integer('ticket_type_id').notNull().$type<Id<'ticketType'>>(),
    kind: text('kind').notNull().$type<FailureKind>(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** Not offered any more. */
    isRetired: boolean('is_retired').notNull().default(false),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketTypeId, () => ticketType, 'cascade'),
    index('failure_code_of').on(table.companyId, table.ticketTypeId, table.position),
  ],
)

export const ticketState = tenantTable(
  'ticketState',
  'ticket_state',
  {
    ticketTypeId: integer('ticket_type_id').notNull().$type<Id<'ticketType'>>(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    category: text('category').notNull().$type<'open' | 'inProgress' | 'waiting' | 'closed'>(),
    colour: text('colour').notNull().$type<Colour>(),
    /** States it may move to; null allows all of its type (decisions, 'Tickets'). */
    nextStateIds: integer('next_state_ids').array().$type<Id<'ticketState'>[]>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketTypeId, () => ticketType, 'cascade'),
    index('ticket_state_of').on(table.companyId, table.ticketTypeId, table.position),
  ],
)

export const ticket = tenantTable(
  'ticket',
  'ticket',
  {
    title: text('title').notNull(),
    description: text('description'),
    typeId: integer('type_id').notNull().$type<Id<'ticketType'>>(),
    stateId: integer('state_id').notNull().$type<Id<'ticketState'>>(),
    openerId: integer('opener_id').$type<Id<'user'>>(),
    assigneeId: integer('assignee_id').$type<Id<'user'>>(),
    equipmentId: integer('equipment_id').$type<Id<'equipment'>>(),
    locationId: integer('location_id').$type<Id<'location'>>(),
    procedureLogId: integer('procedure_log_id').$type<Id<'procedureLog'>>(),
    automationRunId: integer('automation_run_id').$type<Id<'automationRun'>>(),
    orgEntityId: integer('org_entity_id').$type<Id<'orgEntity'>>(),
    priority: text('priority').notNull().default('normal').$type<TicketPriority>(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    /** From the type's targets when the ticket was opened or its priority changed. */
    respondBy: timestamp('respond_by', { withTimezone: true }),
    dueBy: timestamp('due_by', { withTimezone: true }),
    closedAt: timestamp('closed_at', { withTimezone: true }),
    /** Idempotency key from the client. */
    clientKey: uuid('client_key'),
    /** The question of the fault, if a rule opens one ticket for each fault. */
    faultQuestionId: integer('fault_question_id').$type<Id<'surveyQuestion'>>(),
    /** How often the problem was reported again while the ticket was open. */
    repeatCount: integer('repeat_count').notNull().default(0),
    mergedIntoId: integer('merged_into_id').$type<Id<'ticket'>>(),
    mergedAt: timestamp('merged_at', { withTimezone: true }),
    /** The state before merging, for undo. */
    mergedFromStateId: integer('merged_from_state_id').$type<Id<'ticketState'>>(),
    /** Each is a value of the type's list, or a text, or neither. */
    problemId: integer('problem_id').$type<Id<'failureCode'>>(),
    problemText: text('problem_text'),
    causeId: integer('cause_id').$type<Id<'failureCode'>>(),
    causeText: text('cause_text'),
    remedyId: integer('remedy_id').$type<Id<'failureCode'>>(),
    remedyText: text('remedy_text'),
    metadata: jsonb('metadata').notNull().default({}).$type<Record<string, MetadataValue>>(),
    /** Logs of the closing procedure count from then on. */
    reopenedAt: timestamp('reopened_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.typeId, () => ticketType),
    foreignKeyInCompany(table, table.stateId, () => ticketState),
    foreignKeyInCompany(table, table.openerId, () => user),
    foreignKeyInCompany(table, table.assigneeId, () => user),
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    foreignKeyInCompany(table, table.locationId, () => location),
    foreignKeyInCompany(table, table.procedureLogId, () => procedureLog),
    foreignKeyInCompany(table, table.automationRunId, () => automationRun),
    foreignKeyInCompany(table, table.orgEntityId, () => orgEntity),
    foreignKeyInCompany(table, table.faultQuestionId, () => surveyQuestion),
    foreignKeyInCompany(table, table.mergedIntoId, () => table),
    foreignKeyInCompany(table, table.problemId, () => failureCode),
    foreignKeyInCompany(table, table.causeId, () => failureCode),
    foreignKeyInCompany(table, table.remedyId, () => failureCode),
    index('ticket_problem')
      .on(table.companyId, table.problemId)
      .where(sql`problem_id is not null`),
    index('ticket_cause')
      .on(table.companyId, table.causeId)
      .where(sql`cause_id is not null`),
    index('ticket_remedy')
      .on(table.companyId, table.remedyId)
      .where(sql`remedy_id is not null`),
    index('ticket_merged_into')
      .on(table.companyId, table.mergedIntoId)
      .where(sql`merged_into_id is not null`),
    index('ticket_location')
      .on(table.companyId, table.locationId)
      .where(sql`location_id is not null`),
    index('ticket_org_entity').on(table.companyId, table.orgEntityId),
    index('ticket_opened').on(table.companyId, table.openedAt, table.id),
    index('ticket_equipment').on(table.companyId, table.equipmentId),
    index('ticket_assignee').on(table.companyId, table.assigneeId),
    index('ticket_log').on(table.companyId, table.procedureLogId),
    index('ticket_state_of_ticket').on(table.companyId, table.stateId),
    uniqueIndex('ticket_client_key').on(table.companyId, table.clientKey),
  ],
)

/** A procedure log that was performed for a ticket. */
export const ticketCheck = tenantTable(
  'ticketCheck',
  'ticket_check',
  {
    ticketId: integer('ticket_id').notNull().$type<Id<'ticket'>>(),
    procedureLogId: integer('procedure_log_id').notNull().$type<Id<'procedureLog'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    foreignKeyInCompany(table, table.procedureLogId, () => procedureLog, 'cascade'),
    index('ticket_check_of').on(table.companyId, table.ticketId),
    uniqueIndex('ticket_check_once').on(table.companyId, table.procedureLogId),
  ],
)

export const ticketComment = tenantTable(
  'ticketComment',
  'ticket_comment',
  {
    ticketId: integer('ticket_id').notNull().$type<Id<'ticket'>>(),
    authorId: integer('author_id').notNull().$type<Id<'user'>>(),
    text: text('text').notNull(),
    /** Shown to reporters without an account. */
    isPublic: boolean('is_public').notNull().default(false),
    clientKey: uuid('client_key'),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    foreignKeyInCompany(table, table.authorId, () => user),
    index('ticket_comment_of').on(table.companyId, table.ticketId),
    uniqueIndex('ticket_comment_client_key').on(table.companyId, table.clientKey),
  ],
)

/** A procedure log that reported the problem of a ticket: the first time or again. */
export const ticketFinding = tenantTable(
  'ticketFinding',
  'ticket_finding',
  {
    ticketId: integer('ticket_id').notNull().$type<Id<'ticket'>>(),
    procedureLogId: integer('procedure_log_id').notNull().$type<Id<'procedureLog'>>(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** The fault and the questions that it made visible. Empty for the whole log. */
    questionIds: integer('question_ids').array().notNull().$type<Id<'surveyQuestion'>[]>(),
    /** Photos and other files in the answers to these questions. */
    fileIds: integer('file_ids').array().notNull().$type<Id<'file'>[]>(),
    isRepeat: boolean('is_repeat').notNull(),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    foreignKeyInCompany(table, table.procedureLogId, () => procedureLog),
    uniqueIndex('ticket_finding_once').on(table.companyId, table.ticketId, table.procedureLogId),
    index('ticket_finding_log').on(table.companyId, table.procedureLogId),
    index('ticket_finding_files').using('gin', table.fileIds),
  ],
)

/** `blocks`: the other ticket waits for this one. `relates` has no direction. */
export const ticketLink = tenantTable(
  'ticketLink',
  'ticket_link',
  {
    ticketId: integer('ticket_id').notNull().$type<Id<'ticket'>>(),
    otherId: integer('other_id').notNull().$type<Id<'ticket'>>(),
    kind: text('kind').notNull().$type<'blocks' | 'relates'>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    foreignKeyInCompany(table, table.otherId, () => ticket, 'cascade'),
    uniqueIndex('ticket_link_once').on(table.companyId, table.ticketId, table.otherId),
    index('ticket_link_other').on(table.companyId, table.otherId),
  ],
)

export const ticketPhoto = tenantTable(
  'internal',
  'ticket_photo',
  {
    ticketId: integer('ticket_id').notNull().$type<Id<'ticket'>>(),
    /** Null if the photo belongs to the ticket itself. */
    commentId: integer('comment_id').$type<Id<'ticketComment'>>(),
    fileId: integer('file_id').notNull().$type<Id<'file'>>(),
    /** The report by label that it came with; erased with the reporter's contact. */
    reportId: integer('report_id'),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    foreignKeyInCompany(table, table.commentId, () => ticketComment, 'cascade'),
    foreignKeyInCompany(table, table.fileId, () => file, 'cascade'),
    uniqueIndex('ticket_photo_file').on(table.companyId, table.fileId),
    index('ticket_photo_of').on(table.companyId, table.ticketId),
    index('ticket_photo_comment').on(table.companyId, table.commentId),
    index('ticket_photo_report')
      .on(table.companyId, table.reportId)
      .where(sql`report_id is not null`),
  ],
)

/** A move or assignment with an idempotency key from the client. */
export const ticketChange = tenantTable(
  'internal',
  'ticket_change',
  {
    ticketId: integer('ticket_id').notNull().$type<Id<'ticket'>>(),
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    clientKey: uuid('client_key').notNull(),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    foreignKeyInCompany(table, table.userId, () => user),
    index('ticket_change_of').on(table.companyId, table.ticketId),
    uniqueIndex('ticket_change_client_key').on(table.companyId, table.clientKey),
  ],
)

export const ticketAssignment = tenantTable(
  'internal',
  'ticket_assignment',
  {
    ticketId: integer('ticket_id').notNull().$type<Id<'ticket'>>(),
    runId: integer('run_id').$type<Id<'automationRun'>>(),
    automationName: text('automation_name'),
    at: timestamp('at', { withTimezone: true }).notNull(),
    by: text('by').notNull().$type<'user' | 'question' | 'duty' | 'rule' | 'nobody'>(),
    source: text('source'),
    outcome: text('outcome').notNull().$type<'assigned' | 'removed' | 'nobodyEligible'>(),
    decidedBy: text('decided_by').notNull().$type<'matcher' | 'assistant'>(),
    chosenId: integer('chosen_id').$type<Id<'user'>>(),
    candidates: jsonb('candidates').notNull().$type<AssignmentCandidate[]>(),
    /** When the AI assistant was asked. Null if it was not or none is configured. */
    askedAt: timestamp('asked_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    foreignKeyInCompany(table, table.chosenId, () => user),
    index('ticket_assignment_of').on(table.companyId, table.ticketId),
  ],
)
