import { z } from 'zod'
import { automationAction } from './automation/actions.ts'
import { automationFilter } from './automation/filters.ts'
import { query } from './endpoint.ts'
import { id, idParam } from './ids.ts'
import { referenceKinds } from './references.ts'
import { instant, listAnswer, listQuestion, text } from './shapes.ts'

/** The one event (spec section 4): the procedure that holds the automation was done. */
export const automationEvent = z.strictObject({ kind: z.literal('procedureDone') })

/** What a person writes: when event, then actions, with optional filters (no filter means all). */
export const automationDraft = z.strictObject({
  /** Null: a new one. */
  id: id('automation').nullable(),
  /** A name of its own; empty means the sentence speaks for it. */
  name: text(200).nullable(),
  event: automationEvent, filters: z.array(automationFilter).max(20), actions: z.array(automationAction).min(1).max(20),
  isActive: z.boolean(),
  /** Validity: outside of it the automation sleeps. Null: open end. */
  validFrom: instant.nullable(), validTo: instant.nullable(),
})
export type AutomationDraft = z.infer<typeof automationDraft>

export const automation = automationDraft.extend({
  id: id('automation'), procedure: z.object({ id: id('procedure'), name: z.string() }),
  /** Forced inactive until a person updates it, because something it names is gone (spec section 4). */
  needsReview: z.boolean(),
  /** What is gone, by its last name. */
  missing: z.array(z.object({ kind: z.enum(referenceKinds), id: z.number().int(), name: z.string() })),
  /** Names of everything it refers to, so that the sentence can be written without further calls. */
  names: z.array(z.object({ kind: z.enum(referenceKinds), id: z.number().int(), name: z.string() })),
  runs: z.number().int(), lastRunAt: instant.nullable(), updatedAt: instant,
})
export type Automation = z.infer<typeof automation>

/** The area's two tabs (spec section 2): all kinds, or those that touch tickets and assignees. */
export const automationCentres = ['automationCenter', 'ticketCenter'] as const
export const ticketActionKinds = ['openTicket'] as const

export const automationRun = z.object({
  id: id('automationRun'), at: instant, automation: z.object({ id: id('automation'), name: z.string().nullable() }).nullable(),
  procedureLogId: id('procedureLog'),
  outcome: z.enum(['done', 'filtered', 'asleep', 'failed']),
  /** What each filter expected and saw. */
  verdicts: z.array(z.object({ kind: z.string(), expected: z.unknown(), saw: z.unknown(), passed: z.boolean() })),
  /** What each action did; the id of what it made, if it made something. */
  effects: z.array(z.object({ kind: z.string(), ticketId: id('ticket').nullable() })),
})

export const automations = {
  listAutomations: query({
    method: 'POST', path: '/api/automations/get', access: 'can:editor|automations', summary: 'The automation centre and the ticket centre: two views of one list',
    body: listQuestion(['procedure', 'updatedAt']).extend({
      centre: z.enum(automationCentres).optional(), procedureId: id('procedure').optional(), isActive: z.boolean().optional(), needsReview: z.boolean().optional(),
    }).strict(),
    response: listAnswer(automation).extend({
      /** For the two tabs. */
      counts: z.object({ automationCenter: z.number().int(), ticketCenter: z.number().int() }),
    }),
    reads: ['Automation'],
  }),
  getAutomation: query({
    method: 'GET', path: '/api/automations/{id}', access: 'can:editor|automations', summary: 'One automation', params: z.object({ id: idParam('automation') }),
    response: automation, reads: ({ params }) => [{ type: 'Automation', id: params.id }, 'Automation'],
  }),
  listAutomationRuns: query({
    method: 'POST', path: '/api/automation-runs/get', access: 'session', summary: 'Runs and non-runs, newest first',
    body: listQuestion(['at']).extend({
      automationId: id('automation').optional(), procedureLogId: id('procedureLog').optional(), ticketId: id('ticket').optional(),
    }).strict(),
    response: listAnswer(automationRun), reads: ['AutomationRun'],
  }),
}
