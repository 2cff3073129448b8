/**
 * Downtime and reliability of equipment, derived from the history of its status (decision 88). All
 * durations are in seconds.
 */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { filterObject } from './filter.ts'
import { id, idParam } from './ids.ts'
import { reportRange } from './reports.ts'
import { instant, listAnswer, listQuestion, text, version } from './shapes.ts'

export const reliabilityDimensions = [
  'equipment',
  'equipmentType',
  'location',
  'locationType',
  'orgEntity',
  /** The cause of the ticket of a downtime. Time without downtime has none. */
  'cause',
] as const
export type ReliabilityDimension = (typeof reliabilityDimensions)[number]

const seconds = z.number().nonnegative()
const mean = z
  .object({
    mean: seconds,
    /** Limits of the 90 % interval. */
    low: seconds,
    high: seconds.nullable(),
  })
  .nullable()

const figures = {
  equipmentCount: z.number().int(),
  /** Time in which the equipment existed and its history is known, over all equipment. */
  observedSeconds: seconds,
  downSeconds: seconds,
  /** The planned part of `downSeconds`. */
  plannedSeconds: seconds,
  /** Unplanned downtimes that began in the range. */
  failures: z.number().int(),
  /** Percent of the observed time in which the equipment could be used. Null without any. */
  availability: z.number().nullable(),
  /** Mean usable time between failures. Null below three failures. */
  mtbf: mean,
  /** Mean time to restoration. Null below three failures that ended in the range. */
  mttr: mean,
}
const figuresOf = z.object(figures)
export type ReliabilityRow = z.output<typeof figuresOf> & { id: number | null; name: string }

const downtimeRow = z.object({
  id: id('downtime'),
  version: z.number().int(),
  equipment: z.object({ id: id('equipment'), name: z.string() }),
  since: instant,
  /** Null while it lasts. */
  until: instant.nullable(),
  /** The part within the asked range in which statuses are known. */
  seconds,
  /** Whether it began before that part, or ended after it. */
  isCut: z.boolean(),
  /** Name of the status that began it, as it was called then. */
  status: z.string(),
  isPlanned: z.boolean(),
  /** A person's correction; null if the status decides. */
  isPlannedByHand: z.boolean().nullable(),
  note: z.string().nullable(),
  /**
   * A ticket of the equipment that was open during the downtime: the first that was opened in it,
   * else the last that was opened before. Null without a ticket that the reader may see.
   */
  ticket: z
    .object({
      id: id('ticket'),
      title: z.string(),
      /** Names of what was found when it closed; the cause of the downtime if `note` is null. */
      problem: z.string().nullable(),
      cause: z.string().nullable(),
      remedy: z.string().nullable(),
    })
    .nullable(),
})
export type DowntimeRow = z.output<typeof downtimeRow>

const sorts = ['name', 'downSeconds', 'failures', 'availability'] as const

export const reliability = {
  getReliability: query({
    method: 'POST',
    path: '/api/reports/reliability',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'Availability, failures, MTBF and MTTR in a range, spread over a dimension',
    body: listQuestion(sorts)
      .omit({ search: true })
      .extend({
        by: z.enum(reliabilityDimensions).default('equipment'),
        filter: filterObject.default({}),
        range: reportRange,
      })
      .strict(),
    response: listAnswer(
      z.object({
        ...figures,
        /** Null for equipment without a value in the dimension. */
        id: z.number().int().nullable(),
        name: z.string(),
      }),
    ).extend({
      whole: figuresOf,
      /** The journal of statuses goes back to then. Before, nothing is known. */
      knownSince: instant.nullable(),
    }),
    reads: ['Downtime', 'Equipment'],
  }),
  listDowntimes: query({
    method: 'POST',
    path: '/api/reports/downtimes/get',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'The downtimes behind a figure of reliability, the longest or the latest first',
    body: listQuestion(['since', 'seconds'])
      .omit({ search: true })
      .extend({
        by: z.enum(reliabilityDimensions).default('equipment'),
        /** Omit for all; null for equipment without a value in the dimension. */
        group: z.number().int().min(0).max(2_147_483_647).nullable().optional(),
        filter: filterObject.default({}),
        range: reportRange,
        kind: z.enum(['all', 'failures', 'planned']).default('all'),
      })
      .strict(),
    response: listAnswer(downtimeRow),
    reads: ['Downtime', 'Equipment', 'Ticket'],
  }),
  getEquipmentReliability: query({
    method: 'GET',
    path: '/api/equipment/{id}/reliability',
    access: 'session',
    summary: 'Reliability of one equipment over the last 365 days, and its latest downtimes',
    params: z.object({ id: idParam('equipment') }),
    response: z.object({
      ...figures,
      from: z.iso.date(),
      to: z.iso.date(),
      downtimes: z.array(downtimeRow),
      /** Downtimes of these days that are not listed. */
      remaining: z.number().int(),
    }),
    reads: ['Downtime', 'Equipment', 'Ticket'],
  }),
  correctDowntime: mutation({
    method: 'PUT',
    path: '/api/downtimes/{id}',
    access: 'can:editor|equipment',
    summary: 'Says whether a downtime was planned, and why it happened',
    params: z.object({ id: idParam('downtime') }),
    body: z.strictObject({
      /** Null to follow the status again. */
      isPlanned: z.boolean().nullable(),
      note: text(500).nullable(),
      version,
    }),
    response: z.object({ version }),
    writes: ['Downtime', 'Journal'],
  }),
}
