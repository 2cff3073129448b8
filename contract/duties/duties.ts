/** Duties: who is on duty for a location or organisation entity, by a rotation of weekly shifts. */
import { z } from 'zod'
import { clockTime, startTime, weekdays } from '#contract/company/weekShapes.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import {
  givenDay,
  givenInstant,
  instant,
  listAnswer,
  listQuestion,
  name,
  version,
} from '#contract/shapes.ts'
import { dutyCall } from './dutyCall.ts'
import { dutyRehearsal } from './rehearsal.ts'
import { shiftsOverlap } from './dutySpans.ts'
import { MAX_STEPS } from './steps.ts'

export const MAX_DUTIES = 200
export const MAX_WEEKS = 8
const MAX_SHIFTS = 200
/** Changes of a duty that are not over. */
export const MAX_DUTY_CHANGES = 500
/** Days in one question about who is on duty. */
const MAX_DUTY_DAYS = 62
/** Days of one absence. */
const MAX_ABSENCE_DAYS = 366
/** Days ahead in which holes are counted and announced. */
export const HOLE_DAYS = 7
const DAY = 86_400_000
/** A day. */
export const MAX_STEP_MINUTES = 1_440

const named = <K extends Parameters<typeof id>[0]>(kind: K) =>
  z.object({ id: id(kind), name: z.string() })

const shift = z.strictObject({
  /** The week of the rotation, from 1. */
  week: z.number().int().min(1).max(MAX_WEEKS),
  /** The days on which it begins. */
  days: weekdays,
  from: startTime,
  /** On the next day if at or before `from`. */
  to: clockTime,
  userId: id('user'),
})
export type DutyShift = z.output<typeof shift>

const stepTarget = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('onDuty') }),
  z.strictObject({ to: z.literal('duty'), dutyId: id('duty') }),
  z.strictObject({ to: z.literal('user'), userId: id('user') }),
  /** Those who manage the duty. */
  z.strictObject({ to: z.literal('managers') }),
])
export type StepTarget = z.output<typeof stepTarget>
export const callChannels = ['email', 'sms'] as const
const step = z.strictObject({
  /** Minutes after the step before, the first after the ticket is opened or the alert is sent. */
  minutes: z.number().int().min(0).max(MAX_STEP_MINUTES),
  target: stepTarget,
  /** Besides the bell and web push. Steps of before have none. */
  channels: z.array(z.enum(callChannels)).max(callChannels.length).optional(),
})
export type DutyStep = z.output<typeof step>

const dutyFields = z.strictObject({
  name,
  locationId: id('location').nullable(),
  orgEntityId: id('orgEntity').nullable(),
  /** Weeks until the rotation begins again. */
  weeks: z.number().int().min(1).max(MAX_WEEKS),
  /** The day on which the first week begins, also for the time before it. */
  firstDay: givenDay,
  /** Hours without a shift are holes. */
  isRoundTheClock: z.boolean(),
  shifts: z.array(shift).max(MAX_SHIFTS),
  /** Who is called until somebody has it. Empty calls nobody. */
  steps: z.array(step).max(MAX_STEPS).default([]),
  /** Tickets of these types call it, at its location and below if it has one. */
  ticketTypeIds: ids('ticketType').max(100).default([]),
})
const isInWeeks = ({ weeks, shifts }: Pick<z.output<typeof dutyFields>, 'weeks' | 'shifts'>) =>
  shifts.every(({ week }) => week <= weeks)
const dutyDraft = dutyFields
  .refine(isInWeeks, { path: ['shifts'], message: 'The rotation has fewer weeks' })
  .refine((duty) => !shiftsOverlap(duty), { path: ['shifts'], message: 'Shifts overlap' })
export type DutyDraft = z.output<typeof dutyDraft>

/** Why a person of a duty cannot be on duty there. */
export const dutyHindrances = ['inactive', 'mayNotSeeLocation', 'mayNotHandleTickets'] as const
export type DutyHindrance = (typeof dutyHindrances)[number]

const dutyPerson = named('user').extend({ hindrances: z.array(z.enum(dutyHindrances)) })

const span = { from: instant, to: instant }
const dutyRow = z.object({
  id: id('duty'),
  ...dutyFields.shape,
  name: z.string(),
  location: named('location').nullable(),
  orgEntity: named('orgEntity').nullable(),
  people: z.array(dutyPerson),
  now: z.object({
    person: named('user').nullable(),
    /** Null if it does not end within seven days. */
    until: instant.nullable(),
    /** Has the shift, but cannot be called. */
    unable: dutyPerson.nullish(),
  }),
  /** Holes of the next seven days: their number, and the first. */
  holes: z.number().int(),
  firstHole: z.object(span).nullable(),
  version,
})
export type DutyRow = z.output<typeof dutyRow>

const dutySpan = z.object({
  ...span,
  state: z.enum(['onDuty', 'absent', 'nobody', 'off']),
  /** The person on duty, or the absent one. */
  person: named('user').nullable(),
  hindrances: z.array(z.enum(dutyHindrances)),
  isHole: z.boolean(),
  changeId: id('dutyChange').nullable(),
})
export type DutySpanRow = z.output<typeof dutySpan>

export const dutyChangeKinds = ['absence', 'replacement', 'swap'] as const
export type DutyChangeKind = (typeof dutyChangeKinds)[number]
const dutyChangeStates = ['offered', 'accepted', 'declined'] as const
export type DutyChangeState = (typeof dutyChangeStates)[number]

const isForwards = ({ from, to }: { from: string; to: string }) => from < to
const reversed = { path: ['to'], message: 'Ends before it begins' }
const isShort = ({ from, to }: { from: string; to: string }) =>
  Date.parse(to) - Date.parse(from) <= MAX_ABSENCE_DAYS * DAY
const tooLong = { path: ['to'], message: `At most ${MAX_ABSENCE_DAYS} days` }

const dutyChangeRow = z.object({
  id: id('dutyChange'),
  kind: z.enum(dutyChangeKinds),
  /** Absent, replacing somebody, or giving away hours. */
  person: named('user'),
  ...span,
  /** Takes the hours of a swap. */
  with: named('user').nullable(),
  withFrom: instant.nullable(),
  withTo: instant.nullable(),
  state: z.enum(dutyChangeStates),
  by: z.string(),
  enteredAt: instant,
  /** Whether the caller may answer an offer, or take the change back. */
  mayAnswer: z.boolean(),
  mayRemove: z.boolean(),
})
export type DutyChangeRow = z.output<typeof dutyChangeRow>

const one = { params: z.object({ id: idParam('duty') }) }
const oneChange = { params: z.object({ id: idParam('dutyChange') }) }
const given = { from: givenInstant, to: givenInstant }

export const duties = {
  listDuties: query({
    method: 'POST',
    path: '/api/duties/get',
    access: 'session',
    summary: 'Duties, who is on duty now, and how many holes the next seven days have',
    body: listQuestion(['name'])
      .extend({ ids: ids('duty').optional(), locationId: id('location').optional() })
      .strict(),
    response: listAnswer(dutyRow),
    reads: ['Duty', 'User'],
  }),
  createDuty: mutation({
    method: 'POST',
    path: '/api/duties',
    access: 'can:editor|duties',
    summary: 'Add a duty',
    body: dutyDraft,
    response: dutyRow,
    writes: ['Duty', 'Journal'],
  }),
  updateDuty: mutation({
    method: 'PUT',
    path: '/api/duties/{id}',
    access: 'can:editor|duties',
    summary: 'Change a duty',
    ...one,
    body: dutyFields
      .extend({ version })
      .refine(isInWeeks, { path: ['shifts'], message: 'The rotation has fewer weeks' })
      .refine((duty) => !shiftsOverlap(duty), { path: ['shifts'], message: 'Shifts overlap' }),
    response: dutyRow,
    writes: ['Duty', 'Journal'],
  }),
  deleteDuty: mutation({
    method: 'DELETE',
    path: '/api/duties/{id}',
    access: 'can:editor|duties',
    summary: 'Delete a duty; rules that name it go under review',
    ...one,
    response: z.object({ deleted: z.literal(true) }),
    writes: ['Duty', 'Automation', 'Journal'],
  }),
  getDutySpans: query({
    method: 'POST',
    path: '/api/duties/{id}/spans',
    access: 'session',
    summary: 'Who is on duty in a span of time, without gaps, and the changes in it',
    ...one,
    body: z
      .strictObject(given)
      .refine(isForwards, reversed)
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_DUTY_DAYS * DAY, {
        path: ['to'],
        message: `At most ${MAX_DUTY_DAYS} days`,
      }),
    response: z.object({ spans: z.array(dutySpan), changes: z.array(dutyChangeRow) }),
    reads: ({ params }) => [{ type: 'Duty', id: params.id }, 'User'],
  }),
  createDutyChange: mutation({
    method: 'POST',
    path: '/api/duties/{id}/changes',
    access: 'session',
    summary: 'Report an absence, put somebody in, or swap; a swap by its person is an offer',
    ...one,
    body: z
      .discriminatedUnion('kind', [
        z.strictObject({
          kind: z.enum(['absence', 'replacement']),
          userId: id('user'),
          ...given,
        }),
        z.strictObject({
          kind: z.literal('swap'),
          userId: id('user'),
          ...given,
          withUserId: id('user'),
          /** The hours taken in return. Null for none. */
          back: z
            .strictObject(given)
            .refine(isForwards, reversed)
            .refine(isShort, tooLong)
            .nullable(),
        }),
      ])
      .refine(isForwards, reversed)
      .refine(isShort, tooLong),
    response: dutyChangeRow,
    writes: ({ params }) => ['Duty', { type: 'Duty', id: params.id }, 'Alert', 'Journal'],
  }),
  answerDutyChange: mutation({
    method: 'POST',
    path: '/api/duties/changes/{id}/answer',
    access: 'session',
    summary: 'Accept or decline a swap that was offered',
    ...oneChange,
    idempotent: true,
    body: z.strictObject({ accepts: z.boolean() }),
    response: dutyChangeRow,
    writes: ['Duty', 'Alert', 'Journal'],
  }),
  rehearseDuty: query({
    method: 'POST',
    path: '/api/duties/{id}/rehearse',
    access: 'can:editor|duties',
    readsMuch: true,
    summary: 'Who would have been called in the last 30 days, and how long each waited',
    ...one,
    response: dutyRehearsal,
    reads: ({ params }) => [{ type: 'Duty', id: params.id }, 'Ticket', 'Alert'],
  }),
  listDutyCalls: query({
    method: 'POST',
    path: '/api/duties/calls/get',
    access: 'session',
    summary: 'Who was called about an alert, when, and who saw it',
    body: z.strictObject({ alertId: id('alert') }),
    response: z.array(dutyCall),
    reads: ['Alert', 'Duty'],
  }),
  takeAlert: mutation({
    method: 'POST',
    path: '/api/alerts/{id}/take',
    access: 'session',
    summary: 'I have it: nobody else is called, and the ticket of the alert is mine',
    params: z.object({ id: idParam('alert') }),
    idempotent: true,
    response: z.object({ takenBy: z.string() }),
    writes: ['Alert', 'Ticket', 'Equipment', 'Journal'],
  }),
  removeDutyChange: mutation({
    method: 'DELETE',
    path: '/api/duties/changes/{id}',
    access: 'session',
    summary: 'Take a change of a duty back',
    ...oneChange,
    response: z.object({ deleted: z.literal(true) }),
    writes: ['Duty', 'Journal'],
  }),
}
export type NewDutyChange = z.output<(typeof duties)['createDutyChange']['body']>
