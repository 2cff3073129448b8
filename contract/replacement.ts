/** The plan of replacing equipment in the next five years (decision 90). */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { filterObject } from './filter.ts'
import { id, idParam } from './ids.ts'
import { MAX_PLAN_YEAR, MIN_PLAN_YEAR, replacementParts } from './rules/replacement.ts'
import { listAnswer, listQuestion, text, version } from './shapes.ts'

export const replacementDimensions = [
  'equipmentType',
  'location',
  'locationType',
  'orgEntity',
] as const
export type ReplacementDimension = (typeof replacementDimensions)[number]

/** Equipment in one plan. What is above is counted as left out. */
export const MAX_PLANNED_EQUIPMENT = 100_000
export const MAX_REPLACEMENT_NOTE = 500

const planYear = z.number().int().min(MIN_PLAN_YEAR).max(MAX_PLAN_YEAR)
/** Overdue, a year, after the five years, or without a year. */
const bucket = z.union([z.enum(['overdue', 'later', 'none']), planYear])

const cell = z.object({
  bucket,
  count: z.number().int(),
  /** Sum of prices. Null if the reader may not see costs. */
  price: z.number().nullable(),
  /** Equipment without a price. */
  unpriced: z.number().int(),
})
/** One for each column, in order. */
const cells = z.array(cell)
const group = z.object({
  /** Null for equipment without a value in the dimension. */
  id: z.number().int().nullable(),
  name: z.string(),
  cells,
})
export type ReplacementGroup = z.output<typeof group>
export type ReplacementCell = z.output<typeof cell>

const ofPlan = {
  /** The first of the five years: this year. */
  firstYear: z.number().int(),
  /** Whether the reader may see prices and costs. Otherwise costs do not count in the score. */
  hasMoney: z.boolean(),
  /** Currency of the company, if it has one. */
  currency: z.string().nullable(),
}
const named = z.object({ id: z.number().int(), name: z.string() }).nullable()

const row = z.object({
  id: id('equipment'),
  version: z.number().int(),
  name: z.string(),
  equipmentId: z.string().nullable(),
  type: z.object({ id: id('equipmentType'), name: z.string() }),
  location: named,
  orgEntity: named,
  purchasedOn: z.iso.date().nullable(),
  expectedYears: z.number().nullable(),
  warrantyUntil: z.iso.date().nullable(),
  lifeEndsOn: z.iso.date().nullable(),
  price: z.number().nullable(),
  year: z.number().int().nullable(),
  /** Where the year comes from. */
  by: z.enum(['hand', 'retirement', 'life']).nullable(),
  isOverdue: z.boolean(),
  plannedYear: z.number().int().nullable(),
  note: z.string().nullable(),
  score: z.number().int().nullable(),
  /** Weight of the known parts, of 100. */
  knownWeight: z.number().int(),
  parts: z.array(
    z.object({
      part: z.enum(replacementParts),
      points: z.number().nullable(),
      value: z.number().nullable(),
      compared: z.number().nullable(),
    }),
  ),
})
export type ReplacementRow = z.output<typeof row>

const asked = {
  by: z.enum(replacementDimensions).default('equipmentType'),
  filter: filterObject.default({}),
}
const reads = ['Equipment', 'Downtime', 'Ticket', 'Company'] as const

export const replacement = {
  getReplacementPlan: query({
    method: 'POST',
    path: '/api/reports/replacement',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'Equipment to replace in the next five years, as counts and sums of prices',
    body: z.strictObject({
      ...asked,
      limit: z.number().int().min(1).max(500).default(100),
      offset: z.number().int().min(0).max(10_000_000).default(0),
    }),
    response: z.object({
      ...ofPlan,
      whole: cells,
      /** The largest sums of overdue and the five years first. */
      groups: z.array(group),
      /** Groups in all. */
      count: z.number().int(),
      /** Retired equipment, which the plan leaves out. */
      retired: z.number().int(),
      /** Equipment above the bound, which the plan leaves out. */
      leftOut: z.number().int(),
    }),
    reads,
  }),
  listReplacements: query({
    method: 'POST',
    path: '/api/reports/replacement/rows',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'Equipment of the plan of replacement, with its score and the parts of it',
    body: listQuestion(['score', 'year', 'price', 'name'])
      .omit({ search: true })
      .extend({
        ...asked,
        /** Omit for all; null for equipment without a value in the dimension. */
        group: z.number().int().min(0).max(2_147_483_647).nullable().optional(),
        bucket: bucket.optional(),
        /** One equipment of the plan. */
        alone: id('equipment').optional(),
      })
      .strict(),
    response: listAnswer(row).extend({
      ...ofPlan,
      /** Name of the asked group. */
      groupName: z.string().nullable(),
      /** Sum of prices of all rows. Null if the reader may not see costs. */
      price: z.number().nullable(),
      unpriced: z.number().int(),
    }),
    reads,
  }),
  planReplacement: mutation({
    method: 'PUT',
    path: '/api/equipment/{id}/replacement',
    access: 'can:editor|equipment',
    summary: 'Plans the year in which equipment is replaced, or follows its expected life again',
    params: z.object({ id: idParam('equipment') }),
    body: z.strictObject({
      /** Null to follow the expected life. */
      year: planYear.nullable(),
      note: text(MAX_REPLACEMENT_NOTE).nullable(),
      version,
    }),
    response: z.object({ version }),
    writes: ({ params }) => [{ type: 'Equipment', id: params.id }, 'Equipment', 'Journal'],
  }),
}
