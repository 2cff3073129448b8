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
} from 'drizzle-orm/pg-core'
import type { AutomationAction } from '#contract/automation/actions.ts'
import { PROCEDURE_DONE, type AutomationEvent } from '#contract/automation/events.ts'
import type { AutomationFilter } from '#contract/automation/filters.ts'
import type { FilterVerdict } from '#contract/automation/match.ts'
import type { RunEffect, RunOutcome, RunSubject } from '#contract/automation/automation.ts'
import type { Id } from '#contract/ids.ts'
import type { ReferenceKind } from '#contract/journal/references.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { procedure, procedureLog } from './procedures.ts'

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
