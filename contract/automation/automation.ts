import { z } from 'zod'
import { automationAction, type ActionKind } from './actions.ts'
import { automationEvent, isWatched, PROCEDURE_DONE } from './events.ts'
import { automationFilter } from './filters.ts'
import { automationKinds } from './sideList.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { referenceKinds } from '#contract/journal/references.ts'
import { procedureTargets } from '#contract/rules/procedureTargets.ts'
import { givenInstant, instant, listAnswer, listQuestion, text } from '#contract/shapes.ts'

/**
 * The editable part: event, actions and optional filters. Without filters every procedure log
 * matches.
 */
export const automationDraft = z.strictObject({
  id: id('automation').nullable(),
  /** If empty, the page shows the automation as a sentence instead. */
  name: text(200).nullable(),
  event: automationEvent.default(PROCEDURE_DONE),
  filters: z.array(automationFilter).max(20),
  actions: z
    .array(automationAction)
    .min(1)
    .max(20)
    .refine(
      (actions) => actions.filter(({ kind }) => kind === 'changeStatus').length <= 1,
      'Only one action changes the status',
    ),
  isActive: z.boolean(),
  validFrom: givenInstant.nullable(),
  validTo: givenInstant.nullable(),
})
export type AutomationDraft = z.infer<typeof automationDraft>

/** A rule that belongs to no procedure. */
const eventRule = automationDraft
  .omit({ id: true })
  .extend({ event: automationEvent.refine(isWatched, 'It begins with a procedure') })
export type EventRuleDraft = z.output<typeof eventRule>

export const automation = automationDraft.extend({
  event: automationEvent,
  id: id('automation'),
  /**
   * Empty if stored actions of an earlier version cannot be read; the automation then needs review.
   */
  actions: z.array(automationAction),
  /** Null if the rule begins with another event than a procedure. */
  procedure: z
    .object({
      id: id('procedure'),
      name: z.string(),
      target: z.enum(procedureTargets),
      /** The procedure applies only to equipment of these types; empty for any type. */
      equipmentTypes: z.array(z.object({ id: id('equipmentType'), name: z.string() })),
    })
    .nullable(),
  /**
   * Deactivated until a user updates it, because something it refers to was deleted (spec section
   * 4).
   */
  needsReview: z.boolean(),
  missing: z.array(
    z.object({ kind: z.enum(referenceKinds), id: z.number().int(), name: z.string() }),
  ),
  names: z.array(
    z.object({ kind: z.enum(referenceKinds), id: z.number().int(), name: z.string() }),
  ),
  /** What the rule waits for: open conditions whose time has not come. */
  waiting: z.number().int(),
  /** What it could not wait for, because the company waits for too many. */
  refused: z.number().int(),
  runs: z.number().int(),
  lastRunAt: instant.nullable(),
  updatedAt: instant,
})
export type Automation = z.infer<typeof automation>

/**
 * The two tabs of the area (spec section 2): all automations, or those that affect tickets and
 * assignees.
 */
export const automationCentres = ['automationCenter', 'ticketCenter'] as const
export const ticketActionKinds = [
  'openTicket',
  'assignTicket',
  'changeTicketState',
  'closeTickets',
  'setAvailability',
] as const satisfies readonly ActionKind[]

const named = z.object({ kind: z.enum(referenceKinds), id: z.number().int(), name: z.string() })
export const runOutcomes = ['done', 'filtered', 'asleep', 'failed'] as const
export type RunOutcome = (typeof runOutcomes)[number]
const verdicts = z.array(
  z.object({ kind: z.string(), expected: z.unknown(), saw: z.unknown(), passed: z.boolean() }),
)

/** Outcome of an action. `skipped`: it had no target or nothing to change; `code` says which. */
const effectOutcomes = ['done', 'skipped', 'failed'] as const
export const skipCodes = [
  'noEquipment',
  'noTickets',
  'nobodyTold',
  'nobodyEligible',
  'alreadySo',
  'notAllowedThere',
  'closingNeeds',
  'wrongTarget',
  'nothingScheduled',
  'hookOff',
  'emptyAnswer',
  'doesNotFit',
  'noAnswer',
  'noFaults',
  'addedToTicket',
] as const
export type SkipCode = (typeof skipCodes)[number]
export const effectDetails = [
  'from',
  'to',
  'field',
  'value',
  'assignee',
  'assigneeId',
  'person',
  'userId',
  'userIds',
  'names',
  'count',
  'heldBack',
  'notReady',
  'hook',
  'times',
  'until',
  'availability',
  'hours',
  'faults',
  'opened',
  'known',
  'left',
  'source',
  'why',
] as const
export type EffectDetail = (typeof effectDetails)[number]

const runEffect = z.object({
  kind: z.string(),
  outcome: z.enum(effectOutcomes),
  /** Why it was skipped or failed: a `skipCodes` value, or the code of the refusal. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  ticketIds: z.array(id('ticket')),
  alertId: id('alert').nullable(),
  deliveryId: id('hookDelivery').nullable(),
  rruleId: id('rrule').nullable(),
  /**
   * Display values by `effectDetails` key, such as status names or counts. A newer server may add
   * other keys.
   */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type RunEffect = z.output<typeof runEffect>

const runSubject = z.object({
  kind: z.enum(['ticket', 'equipment', 'occurrence', 'sensor', 'stock']),
  /** Of a scheduled procedure, the procedure's id. */
  id: z.number().int(),
  name: z.string(),
})
export type RunSubject = z.output<typeof runSubject>

export const automationRun = z.object({
  id: id('automationRun'),
  at: instant,
  automation: z.object({ id: id('automation'), name: z.string().nullable() }).nullable(),
  /** Null unless the run is about a procedure log. */
  procedureLogId: id('procedureLog').nullable(),
  /** The procedure, or the name of what the event is about. */
  procedure: z.string(),
  /** What another event is about. */
  subject: runSubject.nullable(),
  thing: z.string().nullable(),
  outcome: z.enum(runOutcomes),
  retries: z.number().int(),
  /** The run failed, or it did not match and the automation may have changed since. */
  canRetry: z.boolean(),
  verdicts,
  names: z.array(named),
  effects: z.array(runEffect),
})

export const backTestDays = 30
const backTestAnswer = z.object({
  evaluated: z.number().int(),
  matched: z.number().int(),
  /** Older logs were left out because of the limit. */
  isCut: z.boolean(),
  rows: z.array(
    z.object({
      procedureLogId: id('procedureLog').nullable(),
      subject: runSubject.nullable(),
      doneAt: instant,
      thing: z.string().nullable(),
      performer: z.string(),
      score: z.number().nullable(),
      matched: z.boolean(),
      verdicts,
    }),
  ),
  names: z.array(named),
  effects: z.array(
    z.object({
      kind: z.string(),
      count: z.number().int(),
      to: z.array(z.object({ name: z.string(), count: z.number().int() })),
      more: z.number().int(),
    }),
  ),
})
export type BackTestAnswer = z.output<typeof backTestAnswer>

export const MAX_COUNTED_EVENTS = 10_000
export const MAX_NAMED_EVENTS = 5

const eventId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const eventQueue = z.object({
  waiting: z.number().int(),
  oldestAt: z.string().nullable(),
  /** A due event has waited longer than the usual few seconds. */
  isBehind: z.boolean(),
  failedCount: z.number().int(),
  failed: z.array(
    z.object({
      id: z.number().int(),
      at: z.string(),
      /** Null if the procedure log was deleted, or the event is not about one. */
      procedureLogId: id('procedureLog').nullable(),
      procedure: z.string().nullable(),
      thing: z.string().nullable(),
      /** The rule, if it begins with another event than a procedure log. */
      automation: z.object({ id: id('automation'), name: z.string().nullable() }).nullable(),
      reason: z.string(),
    }),
  ),
})
export type EventQueue = z.output<typeof eventQueue>

export const automations = {
  listAutomations: query({
    method: 'POST',
    path: '/api/automations/get',
    access: 'can:editor|automations',
    summary: 'The automation centre and the ticket centre: two views of one list',
    body: listQuestion(['procedure', 'updatedAt', 'runs'])
      .extend({
        centre: z.enum(automationCentres).optional(),
        kind: z.enum(automationKinds).optional(),
        procedureId: id('procedure').optional(),
        isActive: z.boolean().optional(),
        needsReview: z.boolean().optional(),
        hasFailed: z.boolean().optional(),
      })
      .strict(),
    response: listAnswer(automation).extend({
      counts: z.object({ automationCenter: z.number().int(), ticketCenter: z.number().int() }),
      kinds: z.record(z.enum(automationKinds), z.number().int()),
      reviews: z.number().int(),
    }),
    reads: ['Automation'],
  }),
  getAutomation: query({
    method: 'GET',
    path: '/api/automations/{id}',
    access: 'can:editor|automations',
    summary: 'One automation',
    params: z.object({ id: idParam('automation') }),
    response: automation,
    reads: ({ params }) => [{ type: 'Automation', id: params.id }, 'Automation'],
  }),
  createAutomation: mutation({
    method: 'POST',
    path: '/api/automations',
    access: 'can:editor|automations',
    summary: 'A rule that begins with another event than a procedure',
    body: eventRule,
    response: automation,
    writes: ['Automation'],
  }),
  updateAutomation: mutation({
    method: 'PUT',
    path: '/api/automations/{id}',
    access: 'can:editor|automations',
    summary: 'Change a rule that begins with another event than a procedure',
    params: z.object({ id: idParam('automation') }),
    body: eventRule.extend({
      /** The last change that the caller knows. A later one is a conflict. */
      updatedAt: givenInstant.optional(),
    }),
    response: automation,
    writes: ['Automation'],
  }),
  deleteAutomation: mutation({
    method: 'DELETE',
    path: '/api/automations/{id}',
    access: 'can:editor|automations',
    summary: 'Delete a rule that begins with another event than a procedure',
    params: z.object({ id: idParam('automation') }),
    response: z.object({ deleted: z.literal(true) }),
    writes: ['Automation'],
  }),
  listAutomationRuns: query({
    method: 'POST',
    path: '/api/automation-runs/get',
    access: 'session',
    summary: 'Runs and non-runs, newest first',
    body: listQuestion(['at'])
      .omit({ search: true })
      .extend({
        id: id('automationRun').optional(),
        automationId: id('automation').optional(),
        procedureLogId: id('procedureLog').optional(),
        ticketId: id('ticket').optional(),
        equipmentId: id('equipment').optional(),
        outcome: z.enum(runOutcomes).optional(),
      })
      .strict(),
    response: listAnswer(automationRun).extend({
      /** Counts per outcome, regardless of the outcome filter. */
      outcomes: z.record(z.enum(runOutcomes), z.number().int()),
    }),
    reads: ['AutomationRun'],
  }),
  retryAutomationRun: mutation({
    method: 'POST',
    path: '/api/automation-runs/{id}/retry',
    access: 'can:editor|automations',
    summary: 'Try a run again, with the rule of then or of now; what was done stays done',
    params: z.object({ id: idParam('automationRun') }),
    body: z.strictObject({ version: z.enum(['then', 'now']) }),
    response: z.object({ queued: z.literal(true) }),
    writes: ['AutomationRun'],
  }),
  getEventQueue: query({
    method: 'GET',
    path: '/api/automation-events',
    access: 'can:editor|automations',
    summary: 'What still waits for its automations, and what could not be answered',
    response: eventQueue,
    reads: ['AutomationRun'],
  }),
  retryEvents: mutation({
    method: 'POST',
    path: '/api/automation-events/retry',
    access: 'can:editor|automations',
    // without a request transaction the server always wakes the worker
    transaction: 'none',
    summary: 'Events that were given up are answered again; what was done stays done',
    response: z.object({ queued: z.number().int() }),
    writes: ['AutomationRun'],
  }),
  retryEvent: mutation({
    method: 'POST',
    path: '/api/automation-events/{id}/retry',
    access: 'can:editor|automations',
    transaction: 'none',
    summary: 'One event that was given up is answered again',
    params: z.object({ id: eventId }),
    response: z.object({ queued: z.number().int() }),
    writes: ['AutomationRun'],
  }),
  dismissEvent: mutation({
    method: 'DELETE',
    path: '/api/automation-events/{id}',
    access: 'can:editor|automations',
    summary: 'An event that was given up is never answered; what was recorded stays',
    params: z.object({ id: eventId }),
    response: z.object({ dismissed: z.literal(true) }),
    writes: ['AutomationRun'],
  }),
  backTestAutomation: query({
    method: 'POST',
    path: '/api/automations/backtest',
    access: 'can:editor|automations',
    summary: 'A draft against the last thirty days, without effects',
    body: z.strictObject({
      /** Null for an event that belongs to no procedure. */
      procedureId: id('procedure').nullable(),
      event: automationEvent.default(PROCEDURE_DONE),
      filters: z.array(automationFilter).max(20),
      actions: z.array(automationAction).max(20),
      matched: z.boolean().optional(),
      limit: z.number().int().min(1).max(100).default(20),
      offset: z.number().int().min(0).max(100_000).default(0),
    }),
    response: backTestAnswer,
    reads: ['ProcedureLog'],
  }),
  nameReferences: query({
    method: 'POST',
    path: '/api/references/names',
    access: 'can:editor|automations',
    summary: 'The present names of what a draft refers to',
    body: z.strictObject({
      references: z
        .array(
          z.strictObject({
            kind: z.enum(referenceKinds),
            id: z.number().int().min(1).max(2_147_483_647),
          }),
        )
        .max(500),
    }),
    response: z.array(named),
    reads: ['Automation', 'Procedure', 'Equipment', 'Ticket', 'User'],
  }),
}
