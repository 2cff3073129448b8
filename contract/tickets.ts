import { z } from 'zod'
import { colours } from './colours.ts'
import { mutation, query } from './endpoint.ts'
import { callEnd, dutyCall } from './duties/dutyCall.ts'
import { filterObject } from './filter.ts'
import { id, idParam, ids } from './ids.ts'
import { referenceListCalls, referenceListContract } from './referenceLists/referenceLists.ts'
import { journalEntry } from './journal/journal.ts'
import {
  givenMetadata,
  ownColumns,
  ownFieldFilter,
  ownValues,
  shownMetadata,
} from './metadataValues.ts'
import { failureAsks } from './rules/closing.ts'
import {
  MAX_TARGET_HOURS,
  targetClocks,
  ticketPriorities,
  ticketTargetFaults,
} from './rules/ticketDue.ts'
import { ticketStateFaults } from './rules/ticketStates.ts'
import {
  failure,
  failureCode,
  failureCodeDrafts,
  givenFailure,
  ticketClosing,
} from './ticketClosing.ts'
import { ticketFinding } from './ticketFindings.ts'
import { givenInstant, instant, listAnswer, listQuestion, name, text, version } from './shapes.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

/** Each state belongs to one of four categories (decisions, 'Tickets'). */
export const ticketCategories = ['open', 'inProgress', 'waiting', 'closed'] as const
export const ticketState = z.object({
  id: id('ticketState'),
  name: z.string(),
  category: z.enum(ticketCategories),
  colour: z.enum(colours),
})
const priority = z.enum(ticketPriorities)

/** Per ticket report and per comment. */
export const MAX_TICKET_PHOTOS = 5
/** Image types that browsers display inline. */
export const photoMimes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export const isPhoto = (mime: string): boolean => photoMimes.some((one) => one === mime)

/** The sender's own new uploads, not yet attached to anything. */
const photoIds = z.array(id('file')).max(MAX_TICKET_PHOTOS).optional()
const ticketPhoto = z.object({ id: id('file'), name: z.string(), mime: z.string() })
export type TicketPhoto = z.infer<typeof ticketPhoto>
/** Idempotency key from the client: a retry with the same key is applied once. */
const clientKey = z.uuid().optional()
/** Whether closing a ticket asks for it. */
const ask = z.enum(failureAsks)
const asks = { problemAsk: ask, causeAsk: ask, remedyAsk: ask }
const ticketType = z.object({
  id: id('ticketType'),
  name: z.string(),
  colour: z.enum(colours),
  /** Applies to tickets opened without a priority. */
  defaultPriority: priority,
  states: z.array(ticketState),
  ...asks,
  /** Also retired values, for the filter. */
  failureCodes: z.array(failureCode),
  hasClosingProcedure: z.boolean(),
  usedBy: z.number().int(),
  version,
})

const ticketStateDraft = z.strictObject({
  /** Null for a new state. */
  id: id('ticketState').nullable(),
  name,
  category: z.enum(ticketCategories),
  colour: z.enum(colours),
  /** Allowed next states, as indexes in the list of states; null allows all. */
  next: z.array(z.number().int().min(0).max(99)).max(100).nullable(),
})
export type TicketStateDraft = z.output<typeof ticketStateDraft>

const targetHours = z.number().min(0.25).max(MAX_TARGET_HOURS).nullable()
const targets = z
  .array(
    z.strictObject({
      priority,
      /** Hours from opening to start of work; null for no target. */
      respondHours: targetHours,
      /** Hours from opening to closing; null for no target. */
      resolveHours: targetHours,
    }),
  )
  .max(ticketPriorities.length)
  .refine((all) => ticketTargetFaults(all).length === 0, 'The targets do not fit together')

/** `clock`: nights and holidays count. `working`: only the company's working hours count. */
const targetClock = z.enum(targetClocks)

const ticketTypeList = referenceListContract(
  'ticketType',
  '/api/ticket-types',
  'TicketType',
  {
    colour: z.enum(colours),
    states: z
      .array(ticketStateDraft)
      .min(1)
      .max(100)
      .refine((states) => ticketStateFaults(states).length === 0, 'The states do not fit together'),
  },
  {
    touches: ['Ticket'],
    readOnly: {
      defaultPriority: priority,
      targets,
      targetClock,
      ...asks,
      closingProcedureId: id('procedure').nullable(),
      failureCodes: z.array(failureCode),
    },
    writeOnly: {
      problemAsk: ask.optional(),
      causeAsk: ask.optional(),
      remedyAsk: ask.optional(),
      /** Must be done before a ticket closes; null for none. */
      closingProcedureId: id('procedure').nullable().optional(),
      failureCodes: failureCodeDrafts.optional(),
      defaultPriority: priority.optional(),
      targets: targets.optional(),
      targetClock: targetClock.optional(),
    },
  },
)

export const ticketRow = z.object({
  id: id('ticket'),
  title: z.string(),
  type: named(id('ticketType')).extend({ colour: z.enum(colours) }),
  state: ticketState,
  /** Null if an automation opened the ticket. */
  opener: named(id('user')).nullable(),
  openedByAutomation: z.object({ id: id('automation').nullable(), name: z.string() }).nullable(),
  /** Opened by a report by label, without an account. */
  isReported: z.boolean(),
  assignee: named(id('user')).nullable(),
  priority,
  /** Deadlines to start work and to close; null without a target. */
  respondBy: instant.nullable(),
  dueBy: instant.nullable(),
  isOverdue: z.boolean(),
  equipment: named(id('equipment')).nullable(),
  location: named(id('location')).nullable(),
  openedAt: instant,
  closedAt: instant.nullable(),
  commentCount: z.number().int(),
  /** How often the problem was reported again, by rules or by merged tickets. */
  repeatCount: z.number().int(),
  ownValues,
  version,
})
export type TicketRow = z.infer<typeof ticketRow>

export const ticketDetail = ticketRow.extend({
  description: z.string().nullable(),
  /** The responsible department, cost centre or contractor. */
  orgEntity: named(id('orgEntity')).nullable(),
  procedureLog: z
    .object({
      id: id('procedureLog'),
      procedureName: z.string(),
      score: z.number().nullable(),
      doneAt: instant,
    })
    .nullable(),
  automationRunId: id('automationRun').nullable(),
  /** The ticket to continue with. A merged ticket takes comments only. */
  mergedIntoId: id('ticket').nullable(),
  /** States the ticket may move to, without its current state. */
  nextStates: z.array(ticketState),
  failure,
  metadata: shownMetadata,
  closing: ticketClosing,
  /** All states of its type with their allowed next states, for use while offline. */
  states: z.array(ticketState.extend({ nextIds: z.array(id('ticketState')).nullable() })),
  /** Photos of the opening report; photos of comments are with the comment. */
  photos: z.array(ticketPhoto),
  /** The alert by which the reader is called, while nobody has the ticket. For `takeAlert`. */
  callAlertId: id('alert').nullish(),
})
export type TicketDetail = z.infer<typeof ticketDetail>

const oneTicket = { params: z.object({ id: idParam('ticket') }), response: ticketDetail } as const
const touches = ({ params }: { params: { id: number } }) =>
  ['Ticket', { type: 'Ticket', id: params.id }, 'Journal', 'Equipment'] as const

const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('comment'),
    id: id('ticketComment'),
    /** Another ticket if that one was merged into this one. */
    ticketId: id('ticket'),
    at: instant,
    author: named(id('user')),
    text: z.string(),
    /** Shown to reporters without an account. */
    isPublic: z.boolean(),
    photos: z.array(ticketPhoto),
  }),
  ticketFinding,
  dutyCall.extend({ kind: z.literal('call'), id: z.number().int() }),
  callEnd.extend({
    kind: z.literal('callEnd'),
    id: z.number().int(),
    at: instant,
    duty: z.string(),
  }),
  z.object({ kind: z.literal('change'), id: id('journalEntry'), at: instant, entry: journalEntry }),
])
export type TimelineEntry = z.infer<typeof timelineEntry>

export const tickets = {
  listTickets: query({
    method: 'POST',
    path: '/api/tickets/get',
    access: 'session',
    summary: 'Tickets, filtered and paged',
    body: listQuestion(['openedAt', 'title', 'type', 'state', 'assignee', 'priority', 'due'])
      .extend({
        filter: filterObject.optional(),
        ticketTypeIds: ids('ticketType').optional(),
        stateIds: ids('ticketState').optional(),
        categories: z.array(z.enum(ticketCategories)).max(4).optional(),
        assigneeIds: ids('user').optional(),
        /** `unable`: an assignee who may not sign in, or may not see or handle the ticket. */
        assigned: z.enum(['me', 'nobody', 'unable']).optional(),
        procedureLogId: id('procedureLog').optional(),
        priorities: z.array(priority).max(ticketPriorities.length).optional(),
        /** Only tickets past a deadline to start work or to close. */
        isOverdue: z.literal(true).optional(),
        /** Only tickets whose problem was reported again. */
        isRepeated: z.literal(true).optional(),
        /** Only tickets that a report by label opened. */
        isReported: z.literal(true).optional(),
        /** Only tickets with one of these problems, causes or remedies. */
        failureCodeIds: ids('failureCode').optional(),
        ownField: ownFieldFilter.optional(),
        ownColumns,
      })
      .strict(),
    response: listAnswer(ticketRow),
    keptOnDevice: true,
    reads: ({ response }) => [
      'Ticket',
      ...response.rows.map((row) => ({ type: 'Ticket' as const, id: row.id })),
    ],
  }),
  getTicket: query({
    method: 'GET',
    path: '/api/tickets/{id}',
    access: 'session',
    summary: 'One ticket',
    ...oneTicket,
    keptOnDevice: true,
    reads: ({ params }) => [{ type: 'Ticket', id: params.id }],
  }),
  openTicket: mutation({
    method: 'POST',
    path: '/api/tickets',
    access: 'session',
    summary: 'Open a ticket by hand',
    body: z.strictObject({
      title: name,
      description: text(10_000).nullable().optional(),
      ticketTypeId: id('ticketType'),
      equipmentId: id('equipment').nullable().optional(),
      locationId: id('location').nullable().optional(),
      assigneeId: id('user').nullable().optional(),
      orgEntityId: id('orgEntity').nullable().optional(),
      /** Omit for the type's default. */
      priority: priority.optional(),
      metadata: givenMetadata.optional(),
      clientKey,
      photoIds,
    }),
    response: ticketDetail,
    writes: ['Ticket', 'Equipment'],
  }),
  changeTicketState: mutation({
    method: 'PUT',
    path: '/api/tickets/{id}/state',
    access: 'can:editor|tickets',
    summary:
      'Move a ticket to another state, and give it to someone in the same step if that is said',
    ...oneTicket,
    body: z.strictObject({
      stateId: id('ticketState'),
      /** Omit to keep the assignee. */
      assigneeId: id('user').nullable().optional(),
      /** Problem, cause and remedy, when the ticket is closed. */
      failure: givenFailure.optional(),
      version,
      clientKey,
      /** When the user did it, if it was queued while offline: for working time. Omit for now. */
      doneAt: givenInstant.optional(),
    }),
    writes: touches,
  }),
  assignTicket: mutation({
    method: 'PUT',
    path: '/api/tickets/{id}/assignee',
    access: 'can:editor|tickets',
    summary: 'Give a ticket to someone, or to nobody',
    ...oneTicket,
    body: z.strictObject({ assigneeId: id('user').nullable(), version, clientKey }),
    writes: touches,
  }),
  editTicket: mutation({
    method: 'PUT',
    path: '/api/tickets/{id}',
    access: 'can:editor|tickets',
    summary: 'Change title, description, priority or whose it is',
    ...oneTicket,
    body: z.strictObject({
      title: name.optional(),
      description: text(10_000).nullable().optional(),
      orgEntityId: id('orgEntity').nullable().optional(),
      /** A change recomputes both deadlines from the time of opening. */
      priority: priority.optional(),
      failure: givenFailure.optional(),
      metadata: givenMetadata.optional(),
      version,
    }),
    writes: touches,
  }),
  listTicketTimeline: query({
    method: 'POST',
    path: '/api/tickets/{id}/timeline',
    access: 'session',
    summary: 'What was said on a ticket and changed on it, newest first',
    params: oneTicket.params,
    body: listQuestion(['at']).omit({ search: true, sort: true }).strict(),
    response: listAnswer(timelineEntry),
    keptOnDevice: true,
    reads: ({ params }) => [{ type: 'Ticket', id: params.id }],
  }),
  commentTicket: mutation({
    method: 'POST',
    path: '/api/tickets/{id}/comments',
    access: 'session',
    summary: 'Say something on a ticket',
    ...oneTicket,
    body: z.strictObject({
      text: text(10_000, 1),
      /** Whether reporters without an account read it. Omit for no. */
      isPublic: z.boolean().optional(),
      clientKey,
      photoIds,
      /** When the user wrote it, if it was queued while offline. Omit for now. */
      writtenAt: givenInstant.optional(),
    }),
    writes: ({ params }) => [{ type: 'Ticket', id: params.id }],
  }),
  getTicketTypes: query({
    method: 'GET',
    path: '/api/ticket-types',
    access: 'session',
    summary: 'Ticket types with their states',
    response: listAnswer(ticketType),
    keptOnDevice: true,
    reads: ['TicketType'],
  }),
  listTicketStates: query({
    method: 'POST',
    path: '/api/ticket-states/get',
    access: 'session',
    summary: 'Ticket states, of one type or of all',
    body: z.strictObject({ ticketTypeId: id('ticketType').optional() }),
    response: listAnswer(ticketState.extend({ ticketTypeId: id('ticketType') })),
    keptOnDevice: true,
    reads: ['TicketType'],
  }),
  ...referenceListCalls('TicketType', 'TicketTypes', ticketTypeList),
}
