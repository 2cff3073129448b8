/**
 * Reports: procedure scores and tracers by dimension, and sensor series (spec sections 3, 5, 7, 9).
 */
import { z } from 'zod'
import { detailAnswer } from './dashboards/dashboardItems.ts'
import { query } from './endpoint.ts'
import { filterObject } from './filter.ts'
import { id, ids } from './ids.ts'
import { changeNames, metricNames } from './metricNames.ts'
import { givenDay, instant, listAnswer, listQuestion } from './shapes.ts'

export const dimensions = [
  'location',
  'locationType',
  'equipment',
  'equipmentType',
  'equipmentStatus',
  'procedure',
  'procedureType',
  'user',
  'orgEntity',
  'dayOfWeek',
  'shift',
] as const
export type Dimension = (typeof dimensions)[number]
/** `tracers`: procedures whose type is marked as a tracer. */
const reportTypes = ['performances', 'tracers'] as const
export type ReportType = (typeof reportTypes)[number]

export const resultOrders = ['-value', 'value'] as const

/** Both days are included. */
export const reportRange = z
  .strictObject({
    from: givenDay.meta({ example: '2026-11-01' }),
    to: givenDay.meta({ example: '2026-11-20' }),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Ends before it begins' })
export type ReportRange = z.output<typeof reportRange>
export const MAX_RANGES = 6
const reportRanges = z.array(reportRange).min(1).max(MAX_RANGES)

const asked = {
  distributionBy: z.enum(dimensions).default('location'),
  filter: filterObject.default({}),
  type: z.enum(reportTypes),
}

const result = z.object({
  /**
   * The entity's id; for a day of the week 0 (Sunday) to 6; for a shift its index in the settings.
   * Null for the group without a value.
   */
  id: z.number().int().nullable(),
  /** Days, and the group without a value, are named in the reader's language. */
  name: z.string(),
  /** Rounded (spec section 9). */
  value: z.number(),
  counted: z.number().int(),
})
const distribution = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  results: z.array(result),
  /** Number of results after this page, over all ranges. */
  remaining: z.number().int(),
  value: z.number().nullable(),
  counted: z.number().int(),
  beyondRights: z.number().int(),
  /** Percent of the elapsed days that have data. */
  coverage: z.number(),
  /** The range includes today or a later day. */
  isPartial: z.boolean(),
  lastAt: instant.nullable(),
})
export type Distribution = z.output<typeof distribution>

const metricTags = z.strictObject({
  sensorIds: ids('sensor').optional(),
  locationIds: ids('location').optional(),
  equipmentIds: ids('equipment').optional(),
})
export const metricRange = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  isPartial: z.boolean(),
  remaining: z.number().int(),
  stats: z.object({ seriesFetched: z.number().int(), executionTimeMsec: z.number() }),
  series: z.array(
    z.object({
      metric: z.object({
        __name__: z.string(),
        sensorId: id('sensor'),
        name: z.string(),
        place: z.string().nullable(),
      }),
      /** Pairs of Unix seconds and value. Steps without readings are omitted. */
      values: z.array(z.tuple([z.number().int(), z.number()])),
      counts: z.array(z.number().int()),
      spread: z.array(z.tuple([z.number(), z.number()])),
      /** The safe range; null if that side has no limit. */
      lowerLimit: z.number().nullable(),
      upperLimit: z.number().nullable(),
      minimum: z.number().nullable(),
      average: z.number().nullable(),
      maximum: z.number().nullable(),
      /** Percent of the elapsed steps that have data. */
      coverage: z.number(),
      lastAt: instant.nullable(),
    }),
  ),
})
export type MetricRange = z.output<typeof metricRange>

/** Seconds; `points` is the maximum number of steps in a series. */
export const STEP = { minimum: 60, maximum: 31 * 86_400, points: 11_000 } as const

const step = z.number().int().min(STEP.minimum).max(STEP.maximum)

export const marker = z.object({
  at: instant,
  kind: z.enum(['ticket', 'procedure', 'status']),
  id: z.number().int(),
  name: z.string(),
})
export type Marker = z.output<typeof marker>

export const reports = {
  getDistributions: query({
    method: 'POST',
    path: '/api/reports/distributions',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'Mean scores of each range, spread over a dimension',
    body: z.strictObject({
      ...asked,
      ranges: reportRanges,
      /**
       * Every range has the same results, ordered by their values in the first range. Results with
       * a single log come last.
       */
      sort: z.enum(resultOrders).default('-value'),
      limit: z.number().int().min(1).max(500).default(200),
      offset: z.number().int().min(0).max(10_000_000).default(0),
    }),
    response: z.array(distribution),
    reads: ['ProcedureLog'],
  }),
  listDistributionRows: query({
    method: 'POST',
    path: '/api/reports/distributions/details',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'The rows behind one result, or behind a whole range',
    body: listQuestion(['at'])
      .omit({ search: true })
      .extend({
        ...asked,
        range: reportRange,
        /** Omit for the whole range; null for rows without a value in the dimension. */
        group: z.number().int().min(0).max(2_147_483_647).nullable().optional(),
      })
      .strict(),
    response: detailAnswer,
    reads: ['ProcedureLog'],
  }),
  getMetrics: query({
    method: 'POST',
    path: '/api/reports/metrics',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'Series of sensors in each range, one value a step',
    body: z.strictObject({
      name: z.enum(metricNames),
      tags: metricTags,
      ranges: reportRanges,
      step,
    }),
    response: z.array(metricRange),
    reads: ['Sensor'],
  }),
  getMetricChanges: query({
    method: 'POST',
    path: '/api/reports/metrics-change-value',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'When sensors changed to 1 or back to 0',
    body: z.strictObject({ name: z.enum(changeNames), tags: metricTags, ranges: reportRanges }),
    response: z.array(metricRange),
    reads: ['Sensor'],
  }),
  listMetricSensors: query({
    method: 'POST',
    path: '/api/reports/sensors/get',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'Sensors that have series, and until when',
    body: listQuestion(['name'])
      .extend({
        name: z.enum([...metricNames, ...changeNames]).optional(),
        ids: ids('sensor').optional(),
      })
      .strict(),
    response: listAnswer(
      z.object({
        id: id('sensor'),
        name: z.string(),
        metric: z.enum([...metricNames, ...changeNames]),
        place: z.string().nullable(),
        lastAt: instant.nullable(),
      }),
    ),
    reads: ['Sensor'],
  }),
  listReadings: query({
    method: 'POST',
    path: '/api/reports/readings/get',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'The readings behind one value of a series, or behind the whole of it',
    body: listQuestion(['at'])
      .omit({ search: true })
      .extend({
        name: z.enum([...metricNames, ...changeNames]),
        sensorId: id('sensor'),
        range: reportRange,
        /** The step of the requested series; null for individual value changes. */
        step: step.nullable(),
        /** The timestamp of the chosen value in Unix seconds; omit for the whole range. */
        at: z.number().int().min(0).max(7_258_118_400).optional(),
      })
      .strict(),
    response: listAnswer(z.object({ id: z.number().int(), at: instant, value: z.number() })).extend(
      { sensor: z.string(), value: z.number().nullable() },
    ),
    reads: ['Sensor'],
  }),
  listMetricMarkers: query({
    method: 'POST',
    path: '/api/reports/markers/get',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'What happened where sensors are: tickets, procedures, changes of status',
    body: z.strictObject({ sensorIds: ids('sensor').max(50), range: reportRange }),
    response: z.object({ rows: z.array(marker), remaining: z.number().int() }),
    reads: ['Ticket', 'ProcedureLog', 'Journal'],
  }),
}
