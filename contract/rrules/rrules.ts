/**
 * Schedules: which procedure is due on which equipment or location, how often and until when (spec
 * sections 2, 3 and 7).
 */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { filterObject } from '#contract/filter.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { occurrenceStates, outcomes } from '#contract/recurrence/kinds.ts'
import {
  named,
  rruleData,
  rruleDraft,
  rrule,
  planEntry,
  planChange,
  ruleFault,
  occurrence,
  equipmentSchedule,
} from './rruleShapes.ts'
import {
  givenInstant,
  instant,
  listAnswer,
  listQuestion,
  version,
  versionIfKnown,
} from '#contract/shapes.ts'

const one = z.object({ id: idParam('rrule') })
const touches = ['Rrule', 'Occurrence', 'Journal'] as const

export const rrules = {
  listRrules: query({
    method: 'POST',
    path: '/api/rrules/get',
    access: 'session',
    summary: 'Schedule rules; those of some procedures, or that touch equipment of some statuses',
    body: listQuestion(['name', 'procedure', 'updatedAt'])
      .extend({
        procedureIds: ids('procedure').optional(),
        equipmentStatusIds: ids('equipmentStatus').optional(),
        isActive: z.boolean().optional(),
      })
      .strict(),
    response: listAnswer(rrule),
    reads: ({ response }) => [
      'Rrule',
      ...response.rows.map((row) => ({ type: 'Rrule' as const, id: row.id })),
    ],
  }),
  getRrule: query({
    method: 'GET',
    path: '/api/rrules/{id}',
    access: 'session',
    summary: 'One schedule rule',
    params: one,
    response: rrule,
    reads: ({ params }) => [{ type: 'Rrule', id: params.id }],
  }),
  listRrulesOfProcedure: query({
    method: 'GET',
    path: '/api/rrules/procedure/{procedureId}',
    access: 'session',
    summary: 'The rules of one procedure',
    params: z.object({ procedureId: idParam('procedure') }),
    response: listAnswer(rrule),
    reads: ['Rrule'],
  }),
  getRruleGroup: query({
    method: 'GET',
    path: '/api/rrules/rrule-group',
    access: 'session',
    summary: 'How many rules each procedure has, and how they stand',
    response: listAnswer(
      z.object({
        procedure: named(id('procedure')),
        rules: z.number().int(),
        active: z.number().int(),
        open: z.number().int(),
        late: z.number().int(),
      }),
    ),
    reads: ['Rrule', 'Occurrence'],
  }),
  createRrule: mutation({
    method: 'POST',
    path: '/api/rrules',
    access: 'can:editor|schedules',
    summary: 'Add a schedule rule; 400 names what is wrong with its recurrence',
    body: rruleDraft,
    response: rrule,
    writes: [...touches],
  }),
  updateRrule: mutation({
    method: 'PUT',
    path: '/api/rrules/{id}',
    access: 'can:editor|schedules',
    summary: 'Change a schedule rule; what was done stays, what is to come follows the new rule',
    params: one,
    body: rruleDraft.extend({ version: versionIfKnown }),
    response: rrule,
    writes: ({ params }) => [...touches, { type: 'Rrule', id: params.id }],
  }),
  deleteRrule: mutation({
    method: 'DELETE',
    path: '/api/rrules/{id}',
    access: 'can:editor|schedules',
    summary: 'End a schedule rule; open occurrences close, what was done stays',
    params: one,
    response: z.object({ deleted: z.literal(true) }),
    writes: ({ params }) => [...touches, { type: 'Rrule', id: params.id }],
  }),
  previewRrule: query({
    method: 'POST',
    path: '/api/rrules/preview',
    transaction: 'none',
    access: 'can:editor|schedules',
    summary:
      'What a draft would do: its next dates with their reasons, and what changes against the rule as it stands',
    body: z.strictObject({
      draft: rruleDraft,
      id: id('rrule').nullable(),
      limit: z.number().int().min(1).max(200).default(20),
    }),
    response: z.object({
      faults: z.array(ruleFault),
      entries: z.array(planEntry),
      skippedLeftOut: z.number().int(),
      changes: z.array(planChange),
      /**
       * The first instant that was not compared because the dates continue; null if all were
       * compared.
       */
      comparedUntil: instant.nullable(),
      objectCount: z.number().int(),
    }),
    reads: ['Rrule', 'Company', 'Equipment', 'Location'],
  }),
  listIncludedEquipment: query({
    method: 'POST',
    path: '/api/rrules/included-equipment',
    access: 'session',
    summary: 'The objects a rule would take in: equipment or locations',
    body: listQuestion(['name'])
      .extend({
        rruleData,
        objects: z.enum(['equipment', 'locations']),
        procedureId: id('procedure').optional(),
      })
      .strict(),
    response: listAnswer(z.object({ id: z.number().int(), name: z.string(), type: z.string() })),
    reads: ['Equipment', 'Location'],
  }),
  listEquipmentSchedules: query({
    method: 'POST',
    path: '/api/equipment-schedules/get',
    access: 'session',
    summary:
      'Equipment under schedules: by which rules, what is open and late, when last and when next',
    body: listQuestion(['name', 'dueBy', 'lateCount'])
      .extend({
        filter: filterObject.optional(),
        procedureIds: ids('procedure').optional(),
        isLate: z.boolean().optional(),
      })
      .strict(),
    response: listAnswer(equipmentSchedule),
    reads: ['Rrule', 'Occurrence', 'Equipment'],
  }),
  getRruleTimeline: query({
    method: 'POST',
    path: '/api/rrules/timeline',
    transaction: 'none',
    access: 'session',
    summary:
      'Planned dates of several rules between two moments, for the timeline and the calendar; past ones as they went',
    body: z.strictObject({
      from: givenInstant,
      to: givenInstant,
      rruleIds: ids('rrule').optional(),
      procedureIds: ids('procedure').optional(),
    }),
    response: z.object({
      rows: z.array(
        z.object({
          rrule: named(id('rrule')),
          procedure: named(id('procedure')),
          objects: rruleDraft.shape.objects,
          /**
           * Number of equipment or locations that match now, for each future date. Null for rolling
           * schedules, where each has its own dates.
           */
          objectCount: z.number().int().nullable(),
          entries: z.array(
            planEntry.extend({
              /**
               * Counts of the occurrences created for this date: all, open, done and late
               * (including done late).
               */
              made: z.number().int(),
              open: z.number().int(),
              done: z.number().int(),
              late: z.number().int(),
            }),
          ),
        }),
      ),
      leftOut: z.number().int(),
    }),
    reads: ['Rrule', 'Occurrence'],
  }),
  listOccurrences: query({
    method: 'POST',
    path: '/api/occurrences/get',
    access: 'session',
    summary: 'What is due and was done; with `mine` what falls to the one who asks',
    body: listQuestion(['at', 'dueBy', 'procedure'])
      .extend({
        mine: z.boolean().optional(),
        states: z.array(z.enum(occurrenceStates)).max(6).optional(),
        rruleId: id('rrule').optional(),
        procedureIds: ids('procedure').optional(),
        equipmentId: id('equipment').optional(),
        locationId: id('location').optional(),
        /** Checks at this location, inside it, and on equipment assigned to either. */
        withinId: id('location').optional(),
        from: givenInstant.optional(),
        to: givenInstant.optional(),
        /** Range of deadlines, both ends included. */
        dueFrom: givenInstant.optional(),
        dueTo: givenInstant.optional(),
        /**
         * Only checks past their deadline, without closed ones: the same set as the on-time
         * percentage.
         */
        outcome: z.enum(outcomes).optional(),
      })
      .strict(),
    response: listAnswer(occurrence),
    keptOnDevice: true,
    reads: ['Occurrence'],
  }),
  closeOccurrence: mutation({
    method: 'POST',
    path: '/api/occurrences/{id}/close',
    access: 'can:editor|schedules',
    summary: 'Let one go undone',
    params: z.object({ id: idParam('occurrence') }),
    body: z.strictObject({ version }),
    response: occurrence,
    writes: ['Occurrence', 'Rrule'],
  }),
  getCalendarFeed: query({
    method: 'GET',
    path: '/api/calendar-feed',
    access: 'session',
    summary: 'Is there a secret address of one’s own calendar?',
    response: z.object({
      exists: z.boolean(),
      createdAt: instant.nullable(),
      lastReadAt: instant.nullable(),
    }),
    reads: ['Session'],
    transaction: 'none',
  }),
  createCalendarFeed: mutation({
    method: 'POST',
    path: '/api/calendar-feed',
    access: 'session',
    confirmed: true,
    transaction: 'none',
    summary:
      'A fresh secret address of one’s own calendar; an earlier one stops working. Shown once',
    response: z.object({ url: z.string() }),
    writes: ['Session'],
  }),
  revokeCalendarFeed: mutation({
    method: 'DELETE',
    path: '/api/calendar-feed',
    access: 'session',
    transaction: 'none',
    summary: 'The secret address stops working',
    response: z.object({ revoked: z.literal(true) }),
    writes: ['Session'],
  }),
  readCalendarFeed: query({
    method: 'GET',
    path: '/api/public/calendar/{secret}',
    access: 'public',
    transaction: 'none',
    wire: 'stream',
    summary: 'One’s own work as iCalendar; 404 for an address that does not work',
    params: z.object({ secret: z.string().regex(/^[\w-]{20,100}(\.ics)?$/) }),
    response: z.string(),
    reads: [],
  }),
}
