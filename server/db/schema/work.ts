import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AutomationAction } from '#contract/automation/actions.ts'
import { PROCEDURE_DONE, type AutomationEvent } from '#contract/automation/events.ts'
import type { AutomationFilter } from '#contract/automation/filters.ts'
import type { FilterVerdict } from '#contract/automation/match.ts'
import type { AssignmentCandidate } from '#contract/rrules/assignments.ts'
import type { RunEffect, RunOutcome, RunSubject } from '#contract/automation/automation.ts'
import type { Colour } from '#contract/colours.ts'
import type { Id } from '#contract/ids.ts'
import type { ReferenceKind } from '#contract/journal/references.ts'
import type { TargetClock, TicketPriority, TicketTarget } from '#contract/rules/ticketDue.ts'
import { orgEntity } from './organisation.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'
import { equipment, location } from './places.ts'
import { file, procedure, procedureLog, surveyQuestion } from './procedures.ts'

export const automation = tenantTable(
  'automation',
  'automation',
  {
    /** Null if the rule begins with another event than a procedure. */
    procedureId: integer('procedure_id').$type<Id<'procedure'>>(),
    name: text('name'),
    event: jsonb('event').notNull().default(PROCEDURE_DONE).$type<AutomationEvent>(),
    /** When it began to watch: earlier events cause nothing. Null if a procedure begins it. */
    watchesSince: timestamp('watches_since', { withTimezone: true }),
    /** Subjects that it could not wait for, because the company waits for too many. */
    refusedWaits: integer('refused_waits').notNull().default(0),
    filters: jsonb('filters').notNull().$type<AutomationFilter[]>(),
    actions: jsonb('actions').notNull().$type<AutomationAction[]>(),
    isActive: boolean('is_active').notNull(),
    validFrom: timestamp('valid_from', { withTimezone: true }),
    validTo: timestamp('valid_to', { withTimezone: true }),
    needsReview: boolean('needs_review').notNull().default(false),
    missing: jsonb('missing')
      .notNull()
      .default([])
      .$type<{ kind: ReferenceKind; id: number; name: string }[]>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.procedureId, () => procedure, 'cascade'),
    index('automation_procedure').on(table.companyId, table.procedureId),
    index('automation_watching')
      .on(table.companyId)
      .where(sql`procedure_id is null`),
    check('automation_event', sql`(procedure_id is null) = (event->>'kind' <> 'procedureDone')`),
  ],
)

/**
 * What a rule waits for: the condition holds for a subject since a time, and the rule acts at
 * `dueAt`. Acted rows stay until the condition is over, so that it acts once.
 */
export const automationWait = tenantTable(
  'internal',
  'automation_wait',
  {
    automationId: integer('automation_id').notNull().$type<Id<'automation'>>(),
    /** Its table follows from the event. */
    subjectId: integer('subject_id').notNull(),
    since: timestamp('since', { withTimezone: true }).notNull(),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    /** The rules whose runs led to this, the earliest first. */
    chain: integer('chain').array().notNull().default([]).$type<Id<'automation'>[]>(),
    firedAt: timestamp('fired_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.automationId, () => automation, 'cascade'),
    uniqueIndex('automation_wait_once').on(
      table.companyId,
      table.automationId,
      table.subjectId,
      table.since,
      table.dueAt,
    ),
    index('automation_wait_due')
      .on(table.dueAt)
      .where(sql`fired_at is null`),
    index('automation_wait_open')
      .on(table.companyId, table.automationId)
      .where(sql`ended_at is null`),
  ],
)

export const automationRun = tenantTable(
  'automationRun',
  'automation_run',
  {
    eventId: integer('event_id').notNull(),
    automationId: integer('automation_id').notNull().$type<Id<'automation'>>(),
    automationName: text('automation_name'),
    /** Null if another event began it, which `subject` then names. */
    procedureLogId: integer('procedure_log_id').$type<Id<'procedureLog'>>(),
    subject: jsonb('subject').$type<RunSubject>(),
    /** Where another event happened. They decide who may see the run. */
    equipmentId: integer('equipment_id').$type<Id<'equipment'>>(),
    locationId: integer('location_id').$type<Id<'location'>>(),
    procedureId: integer('procedure_id').$type<Id<'procedure'>>(),
    /** The rules whose runs led to this one, the earliest first. */
    chain: integer('chain').array().notNull().default([]).$type<Id<'automation'>[]>(),
    waitId: integer('wait_id'),
    at: timestamp('at', { withTimezone: true }).notNull(),
    outcome: text('outcome').notNull().$type<RunOutcome>(),
    verdicts: jsonb('verdicts').notNull().$type<FilterVerdict[]>(),
    /** The rule at the last evaluation, for retries. Null in runs of earlier versions. */
    rule: jsonb('rule').$type<{ filters: AutomationFilter[]; actions: AutomationAction[] }>(),
    retries: integer('retries').notNull().default(0),
  },
  (table) => [
    // Unique per event and automation: a retried event finds its own row.
    uniqueIndex('automation_run_once').on(table.companyId, table.eventId, table.automationId),
    foreignKeyInCompany(table, table.procedureLogId, () => procedureLog),
    index('automation_run_at').on(table.companyId, table.at),
    index('automation_run_of').on(table.companyId, table.automationId, table.at),
    index('automation_run_log').on(table.companyId, table.procedureLogId),
    index('automation_run_wait')
      .on(table.companyId, table.waitId)
      .where(sql`wait_id is not null`),
  ],
)

/**
 * Effect of an action. The unique key guarantees exactly one effect, even if an event is retried.
 */
export const automationEffect = tenantTable(
  'internal',
  'automation_effect',
  {
    runId: integer('run_id').notNull().$type<Id<'automationRun'>>(),
    eventId: integer('event_id').notNull(),
    automationId: integer('automation_id').notNull().$type<Id<'automation'>>(),
    actionIndex: integer('action_index').notNull(),
    kind: text('kind').notNull(),
    ticketId: integer('ticket_id').$type<Id<'ticket'>>(),
    outcome: text('outcome').notNull().default('done').$type<RunEffect['outcome']>(),
    code: text('code'),
    message: text('message'),
    ticketIds: integer('ticket_ids').array().notNull().default([]).$type<Id<'ticket'>[]>(),
    alertId: integer('alert_id').$type<Id<'alert'>>(),
    deliveryId: integer('delivery_id').$type<Id<'hookDelivery'>>(),
    rruleId: integer('rrule_id').$type<Id<'rrule'>>(),
    details: jsonb('said').notNull().default({}).$type<RunEffect['details']>(),
  },
  (table) => [
    index('automation_effect_tickets').using('gin', table.ticketIds),
    uniqueIndex('automation_effect_once').on(
      table.companyId,
      table.eventId,
      table.automationId,
      table.actionIndex,
    ),
    foreignKeyInCompany(table, table.runId, () => automationRun, 'cascade'),
    index('automation_effect_ticket').on(table.companyId, table.ticketId),
  ],
)

export const ticketType = tenantTable(
  'ticketType',
  'ticket_type',
  {
    name: text('name').notNull(),
    colour: text('colour').notNull().$type<Colour>(),
    defaultPriority: text('default_priority').notNull().default('normal').$type<TicketPriority>(),
    targets: jsonb('targets').notNull().default([]).$type<TicketTarget[]>(),
    targetClock: text('target_clock').notNull().default('clock').$type<TargetClock>(),
  },
  (table) => [uniqueIndex('ticket_type_name').on(table.companyId, table.name)],
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
