import { z } from 'zod'
import { automationAction, type ActionKind } from './actions.ts'
import { automationFilter } from './filters.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { referenceKinds } from '#contract/journal/references.ts'
import { procedureTargets } from '#contract/rules/procedureTargets.ts'
import { givenInstant, instant, listAnswer, listQuestion, text } from '#contract/shapes.ts'

/** The one event (spec section 4): the procedure that holds the automation was done. */
const automationEvent = z.strictObject({ kind: z.literal('procedureDone') })

/** What a person writes: when event, then actions, with optional filters (no filter means all). */
export const automationDraft = z.strictObject({
  /** Null: a new one. */
  id: id('automation').nullable(),
  /** A name of its own; empty means the sentence speaks for it. */
  name: text(200).nullable(),
  event: automationEvent,
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
  /** Validity: outside of it the automation sleeps. Null: open end. */
  validFrom: givenInstant.nullable(),
  validTo: givenInstant.nullable(),
})
export type AutomationDraft = z.infer<typeof automationDraft>

export const automation = automationDraft.extend({
  id: id('automation'),
  /** None where what an earlier version stored cannot be read: the rule then awaits review. */
  actions: z.array(automationAction),
  procedure: z.object({
    id: id('procedure'),
    name: z.string(),
    target: z.enum(procedureTargets),
    /** It is performed on equipment of these types alone; empty for any type. */
    equipmentTypes: z.array(z.object({ id: id('equipmentType'), name: z.string() })),
  }),
  /**
   * Forced inactive until a person updates it, because something it names is gone (spec section 4).
   */
  needsReview: z.boolean(),
  /** What is gone, by its last name. */
  missing: z.array(
    z.object({ kind: z.enum(referenceKinds), id: z.number().int(), name: z.string() }),
  ),
  /**
   * Names of everything it refers to, so that the sentence can be written without further calls.
   */
  names: z.array(
    z.object({ kind: z.enum(referenceKinds), id: z.number().int(), name: z.string() }),
  ),
  runs: z.number().int(),
  lastRunAt: instant.nullable(),
  updatedAt: instant,
})
export type Automation = z.infer<typeof automation>

/** The area's two tabs (spec section 2): all kinds, or those that touch tickets and assignees. */
export const automationCentres = ['automationCenter', 'ticketCenter'] as const
export const ticketActionKinds = [
  'openTicket',
  'assignTicket',
  'changeTicketState',
  'closeTickets',
  'setAvailability',
] as const satisfies readonly ActionKind[]

/**
 * The side list of the area (spec section 2), and the actions that each stands for; survey
 * questions stand for a filter.
 */
export const automationKinds = [
  'mostUsed',
  'schedules',
  'surveyQuestions',
  'alerts',
  'tickets',
  'status',
  'ticketAssignee',
  'apiHook',
  'equipmentData',
] as const
export type AutomationKind = (typeof automationKinds)[number]
export const kindOfActions: Record<ActionKind, AutomationKind> = {
  openTicket: 'tickets',
  changeTicketState: 'tickets',
  closeTickets: 'tickets',
  assignTicket: 'ticketAssignee',
  setAvailability: 'ticketAssignee',
  sendAlert: 'alerts',
  changeStatus: 'status',
  scheduleProcedure: 'schedules',
  removeScheduled: 'schedules',
  updateMetadata: 'equipmentData',
  invokeHook: 'apiHook',
}

const named = z.object({ kind: z.enum(referenceKinds), id: z.number().int(), name: z.string() })
export const runOutcomes = ['done', 'filtered', 'asleep', 'failed'] as const
export type RunOutcome = (typeof runOutcomes)[number]
const verdicts = z.array(
  z.object({ kind: z.string(), expected: z.unknown(), saw: z.unknown(), passed: z.boolean() }),
)

/**
 * What an action came to. `skipped`: there was nothing to do, or nobody to do it for; `code` says
 * which.
 */
const effectOutcomes = ['done', 'skipped', 'failed'] as const
/** Why there was nothing to do. */
export const skipCodes = [
  'noEquipment',
  'noTickets',
  'nobodyTold',
  'nobodyEligible',
  'alreadySo',
  'notAllowedThere',
  'wrongTarget',
  'nothingScheduled',
  'hookOff',
  'emptyAnswer',
  'doesNotFit',
  'noAnswer',
] as const
export type SkipCode = (typeof skipCodes)[number]
/** What may be kept with an effect for people to read; `EffectList` says each. */
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
  'hook',
  'times',
  'until',
  'availability',
  'hours',
] as const
export type EffectDetail = (typeof effectDetails)[number]

const runEffect = z.object({
  kind: z.string(),
  outcome: z.enum(effectOutcomes),
  /** Why it was skipped or failed: a word of the product, or the refusal's own. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** What it made or touched. */
  ticketIds: z.array(id('ticket')),
  alertId: id('alert').nullable(),
  deliveryId: id('hookDelivery').nullable(),
  rruleId: id('rrule').nullable(),
  /**
   * For people to read, by `effectDetails`: a status's names, a value, how many. A newer server may
   * have kept another.
   */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type RunEffect = z.output<typeof runEffect>

export const automationRun = z.object({
  id: id('automationRun'),
  at: instant,
  automation: z.object({ id: id('automation'), name: z.string().nullable() }).nullable(),
  procedureLogId: id('procedureLog'),
  procedure: z.string(),
  /** Where it was done. */
  thing: z.string().nullable(),
  outcome: z.enum(runOutcomes),
  /** Tried again so often by a person. */
  retries: z.number().int(),
  /** May be tried again: it failed, or it did not run and the rule could be another now. */
  canRetry: z.boolean(),
  /** What each filter expected and saw. */
  verdicts,
  names: z.array(named),
  /** What each action did. */
  effects: z.array(runEffect),
})

/** A draft tried on what happened. */
export const backTestDays = 30
const backTestAnswer = z.object({
  /** Performances of the last thirty days, and how many of them it would have answered to. */
  evaluated: z.number().int(),
  matched: z.number().int(),
  /** Older ones were left out: there were more than can be looked at. */
  isCut: z.boolean(),
  rows: z.array(
    z.object({
      procedureLogId: id('procedureLog'),
      doneAt: instant,
      thing: z.string().nullable(),
      performer: z.string(),
      score: z.number().nullable(),
      matched: z.boolean(),
      verdicts,
    }),
  ),
  names: z.array(named),
  /** What would have happened, by action: how often, and to whom or what. */
  effects: z.array(
    z.object({
      kind: z.string(),
      count: z.number().int(),
      to: z.array(z.object({ name: z.string(), count: z.number().int() })),
      /** How many more there are than `to` tells. */
      more: z.number().int(),
    }),
  ),
})
export type BackTestAnswer = z.output<typeof backTestAnswer>

/** More are waiting or given up than this: the number is cut here. */
export const MAX_COUNTED_EVENTS = 10_000
/** So many of those that were given up are named. */
export const MAX_NAMED_EVENTS = 5

const eventId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const eventQueue = z.object({
  /** Events that no automation has looked at yet, at most `MAX_COUNTED_EVENTS`. */
  waiting: z.number().int(),
  /** Since when the oldest of them waits; null: none does. */
  oldestAt: z.string().nullable(),
  /** One that is due waits for longer than the few seconds that are usual. */
  isBehind: z.boolean(),
  /** Given up after the last of several tries, at most `MAX_COUNTED_EVENTS`. */
  failedCount: z.number().int(),
  /** The latest of them that the reader may see, newest first. */
  failed: z.array(
    z.object({
      id: z.number().int(),
      at: z.string(),
      /** Null: what it is about is gone, or no performance. */
      procedureLogId: id('procedureLog').nullable(),
      procedure: z.string().nullable(),
      thing: z.string().nullable(),
      /** As the server met it, in English; for whoever is asked for help. */
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
        /** Of the last seven days a run failed. */
        hasFailed: z.boolean().optional(),
      })
      .strict(),
    response: listAnswer(automation).extend({
      /** For the two tabs. */
      counts: z.object({ automationCenter: z.number().int(), ticketCenter: z.number().int() }),
      /** For the side list, within the centre. */
      kinds: z.record(z.enum(automationKinds), z.number().int()),
      /** Under review, in the centre. */
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
      /** However the outcome is chosen. */
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
    // the worker is woken however little was written
    transaction: 'none',
    summary: 'Events that were given up are answered again; what was done stays done',
    response: z.object({ queued: z.number().int() }),
    writes: ['AutomationRun'],
  }),
  retryEvent: mutation({
    method: 'POST',
    path: '/api/automation-events/{id}/retry',
    access: 'can:editor|automations',
    transaction: 'none', // as above
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
      procedureId: id('procedure'),
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
