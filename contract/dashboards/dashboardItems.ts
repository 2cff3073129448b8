import { z } from 'zod'
import { cardRanges } from './periods.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { filterObject } from '#contract/filter.ts'
import { id, idParam } from '#contract/ids.ts'
import {
  givenDay,
  instant,
  listAnswer,
  listQuestion,
  name,
  text,
  version,
  versionIfKnown,
} from '#contract/shapes.ts'

/**
 * `averageScore`: mean score of the logs in the range. `scheduleDone`: percent of due occurrences
 * that were done.
 */
export const cardTypes = ['averageScore', 'scheduleDone'] as const
export type CardType = (typeof cardTypes)[number]

/** A row counts if it matches any of the filters; without filters every row counts. */
export const cardFilters = z.array(filterObject).max(50)

const cardDraft = {
  dashboardCategoryId: id('dashboardCategory').nullable().default(null),
  name,
  range: z.enum(cardRanges).default('YEAR'),
  type: z.enum(cardTypes).default('scheduleDone'),
  data: z.strictObject({ filters: cardFilters }),
}
const dashboardItemDraft = z.strictObject(cardDraft)
export type DashboardItemDraft = z.output<typeof dashboardItemDraft>

const dashboardItem = z.object({
  ...cardDraft,
  id: id('dashboardItem'),
  category: z.string().nullable(),
  dashboards: z.array(z.object({ id: id('dashboard'), name: z.string() })),
  updatedAt: instant,
  version,
})
export type DashboardItem = z.output<typeof dashboardItem>

/**
 * Why a card has no number. `noDataYet`: no rows in the range. `nothingMatches`: no row matches its
 * filters. `noRight`: the viewer may not see the matching rows. `sourceGone`: the card refers to
 * something deleted.
 */
const cardStates = ['data', 'noDataYet', 'nothingMatches', 'noRight', 'sourceGone'] as const
const inPeriod = z.object({
  from: z.iso.date(),
  /** Exclusive. */
  to: z.iso.date(),
  value: z.number().nullable(),
  counted: z.number().int(),
  isPartial: z.boolean(),
})
export type CardPeriod = z.output<typeof inPeriod>

const cardNumber = inPeriod.extend({
  type: z.enum(cardTypes),
  range: z.enum(cardRanges),
  state: z.enum(cardStates),
  /** Only for `scheduleDone`. `waiting` occurrences are not due yet and are not counted. */
  done: z.number().int(),
  doneLate: z.number().int(),
  notDone: z.number().int(),
  waiting: z.number().int(),
  /** Only for `averageScore`: logs without a visible scored question. */
  unscored: z.number().int(),
  objects: z.number().int(),
  /** Matching rows that the viewer may not see. */
  beyondRights: z.number().int(),
  lastAt: instant.nullable(),
  previous: inPeriod,
  history: z.array(inPeriod),
})
export type CardNumber = z.output<typeof cardNumber>

const detailRow = z.object({
  id: z.number().int(),
  type: z.enum(['procedureLog', 'occurrence']),
  name: z.string(),
  place: z.string().nullable(),
  at: instant,
  score: z.number().nullable(),
  state: z.enum(['done', 'doneLate', 'notDone', 'waiting']),
  doneAt: instant.nullable(),
  procedureLogId: id('procedureLog').nullable(),
  /** The schedule of an occurrence, unless deleted. */
  rruleId: id('rrule').nullable(),
})
export type DetailRow = z.output<typeof detailRow>
export const detailAnswer = listAnswer(detailRow).extend({
  /** Counted rows that `rows` omits because the viewer may not see them. */
  beyondRights: z.number().int(),
  value: z.number().nullable(),
})

export const detailParts = [
  'counted',
  'done',
  'doneInTime',
  'doneLate',
  'notDone',
  'waiting',
] as const
export type DetailPart = (typeof detailParts)[number]

const moment = {
  range: z.enum(cardRanges).optional(),
  /** A day in the requested period; omit for today. */
  at: givenDay.optional(),
}
export const momentParams = moment
export const pageParams = {
  limit: z.coerce.number().int().min(1).max(500).default(50),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
}

const category = z.object({
  id: id('dashboardCategory'),
  name: z.string(),
  cards: z.number().int(),
  version,
})
export type DashboardCategory = z.output<typeof category>
const oneCategory = z.object({ id: idParam('dashboardCategory') })
const one = z.object({ id: idParam('dashboardItem') })
const item = (itemId: number) => ({ type: 'DashboardItem' as const, id: itemId })
export const numberTags = ['ProcedureLog', 'Occurrence'] as const

export const dashboardItems = {
  listDashboardItems: query({
    method: 'GET',
    path: '/api/dashboard-items',
    alsoAt: ['/api/dashboard-items/list'],
    access: 'can:editor|dashboards',
    summary: 'Dashboard cards of the company',
    params: z.object({
      ...pageParams,
      search: text(200).optional(),
      sort: z
        .enum(['name', '-name', 'category', '-category', 'updatedAt', '-updatedAt'])
        .optional(),
      dashboardCategoryId: idParam('dashboardCategory').optional(),
      type: z.enum(cardTypes).optional(),
    }),
    response: listAnswer(dashboardItem),
    reads: ['DashboardItem'],
  }),
  getDashboardItem: query({
    method: 'GET',
    path: '/api/dashboard-items/{id}',
    access: 'can:editor|dashboards',
    summary: 'One card',
    params: one,
    response: dashboardItem,
    reads: ({ params }) => [item(params.id)],
  }),
  getCard: query({
    method: 'GET',
    path: '/api/dashboard-items/{id}/card',
    access: 'session',
    readsMuch: true,
    summary: 'The number of a card, as the one who asks may see it',
    params: one.extend({ ...moment, dashboardId: idParam('dashboard').optional() }),
    response: cardNumber,
    reads: ({ params }) => [
      ...numberTags,
      item(params.id),
      ...(params.dashboardId === undefined
        ? []
        : [{ type: 'Dashboard' as const, id: params.dashboardId }]),
    ],
  }),
  previewCard: query({
    method: 'POST',
    path: '/api/dashboard-items/get-card',
    access: 'can:editor|dashboards',
    readsMuch: true,
    summary: 'The number that a draft of a card would show',
    body: z.strictObject({
      type: z.enum(cardTypes),
      range: z.enum(cardRanges),
      data: z.strictObject({ filters: cardFilters }),
      at: moment.at,
    }),
    response: cardNumber,
    reads: [...numberTags],
  }),
  createDashboardItem: mutation({
    method: 'POST',
    path: '/api/dashboard-items',
    access: 'can:editor|dashboards',
    summary: 'Add a card',
    body: dashboardItemDraft,
    response: dashboardItem,
    writes: ['DashboardItem', 'Journal'],
  }),
  updateDashboardItem: mutation({
    method: 'PUT',
    path: '/api/dashboard-items/{id}',
    access: 'can:editor|dashboards',
    summary: 'Change a card, wherever it hangs',
    params: one,
    body: dashboardItemDraft.extend({
      dashboardCategoryId: id('dashboardCategory').nullable().optional(),
      version: versionIfKnown,
    }),
    response: dashboardItem,
    writes: ({ params }) => ['DashboardItem', 'Dashboard', 'Journal', item(params.id)],
  }),
  deleteDashboardItem: mutation({
    method: 'DELETE',
    path: '/api/dashboard-items/{id}',
    access: 'can:editor|dashboards',
    summary: 'Take a card off one dashboard, and away altogether when it hangs nowhere else',
    params: one.extend({ dashboardId: idParam('dashboard').optional() }),
    response: z.object({ deleted: z.boolean() }),
    writes: ({ params }) => ['DashboardItem', 'Dashboard', 'Journal', item(params.id)],
  }),
  cloneDashboardItem: mutation({
    method: 'POST',
    path: '/api/dashboard-items/{id}/clone',
    access: 'can:editor|dashboards',
    summary: 'A copy of a card, hung on a dashboard behind the first',
    params: one,
    body: z.strictObject({ dashboardId: id('dashboard'), name }),
    response: dashboardItem,
    writes: ({ body }) => [
      'DashboardItem',
      'Dashboard',
      { type: 'Dashboard', id: body.dashboardId },
      'Journal',
    ],
  }),
  listCardIds: query({
    method: 'POST',
    path: '/api/dashboard-items/equipment-procedures-ids',
    access: 'session',
    summary: 'Which equipment and procedures a list of filters takes in',
    body: z.strictObject({ filters: cardFilters }),
    response: z.object({
      equipmentIds: z.array(id('equipment')),
      procedureIds: z.array(id('procedure')),
      remaining: z.number().int(),
    }),
    reads: ['Equipment', 'Procedure'],
  }),
  listCardDraftDetails: query({
    method: 'POST',
    path: '/api/dashboard-items/equipment-procedures-details',
    access: 'can:editor|dashboards',
    readsMuch: true,
    summary: 'The rows behind the number of a draft',
    body: listQuestion(['at'])
      .extend({
        type: z.enum(cardTypes),
        range: z.enum(cardRanges),
        data: z.strictObject({ filters: cardFilters }),
        at: moment.at,
        part: z.enum(detailParts).default('counted'),
      })
      .strict(),
    response: detailAnswer,
    reads: [...numberTags],
  }),
  listDashboardCategories: query({
    method: 'GET',
    path: '/api/dashboard-categories',
    access: 'session',
    summary: 'The words that group cards',
    response: listAnswer(category),
    reads: ['DashboardItem'],
  }),
  createDashboardCategory: mutation({
    method: 'POST',
    path: '/api/dashboard-categories',
    access: 'can:editor|dashboards',
    summary: 'A new word that groups cards; the one there is when it has the name',
    body: z.strictObject({ name }),
    response: category,
    writes: ['DashboardItem'],
  }),
  updateDashboardCategory: mutation({
    method: 'PUT',
    path: '/api/dashboard-categories/{id}',
    access: 'can:editor|dashboards',
    summary: 'Another word for a group of cards',
    params: oneCategory,
    body: z.strictObject({ name, version }),
    response: category,
    writes: ['DashboardItem', 'Dashboard'],
  }),
  deleteDashboardCategory: mutation({
    method: 'DELETE',
    path: '/api/dashboard-categories/{id}',
    access: 'can:editor|dashboards',
    summary: 'Away with a word; cards that had it have none',
    params: oneCategory,
    response: z.object({ /** Cards that lost their category. */ cards: z.number().int() }),
    writes: ['DashboardItem', 'Dashboard', 'Journal'],
  }),
}
