/**
 * Dashboards: chapters of cards, sharing, and the rows behind a card's number (spec sections 3, 4,
 * 6, 7).
 */
import { z } from 'zod'
import {
  cardFilters,
  cardTypes,
  detailAnswer,
  detailParts,
  momentParams,
  numberTags,
  pageParams,
} from './dashboardItems.ts'
import { cardRanges } from './periods.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import {
  instant,
  listAnswer,
  listQuestion,
  name,
  text,
  version,
  versionIfKnown,
} from '#contract/shapes.ts'

/** Grid columns; a new card takes half the width (spec section 9). */
export const CARD_COLUMNS = 12
const MAX_CARDS = 500

const card = z.strictObject({
  id: id('dashboardItem'),
  name,
  showHistory: z.boolean(),
  width: z.number().int().min(1).max(CARD_COLUMNS),
  data: z.strictObject({ filters: cardFilters }),
})
const chapter = z.strictObject({ title: text(200), items: z.array(card).max(MAX_CARDS) })

const attributes = {
  name,
  /**
   * If true, numbers count only what each viewer may see. If false, all viewers see the numbers of
   * the whole company.
   */
  isFiltered: z.boolean(),
  /** If true, only equipment and locations of the listed types count. */
  isRestrictedEquipment: z.boolean(),
  /** If true, only procedures of the listed types count. */
  isRestrictedProcedures: z.boolean(),
  equipmentTypes: ids('equipmentType'),
  procedureTypes: ids('procedureType'),
  locationTypes: ids('locationType'),
}
const dashboardDraft = z.strictObject({
  ...attributes,
  data: z.strictObject({
    chapters: z
      .array(chapter)
      .max(100)
      .refine((chapters) => {
        const all = chapters.flatMap(({ items }) => items.map((item) => item.id))
        return all.length <= MAX_CARDS && new Set(all).size === all.length
      }, 'A card stands twice, or there are too many'),
  }),
})
export type DashboardDraft = z.output<typeof dashboardDraft>

const cardView = z.object({
  ...card.shape,
  type: z.enum(cardTypes),
  range: z.enum(cardRanges),
  dashboardCategoryId: id('dashboardCategory').nullable(),
})
export type CardView = z.output<typeof cardView>
const dashboard = z.object({
  ...attributes,
  id: id('dashboard'),
  data: z.object({ chapters: z.array(z.object({ title: z.string(), items: z.array(cardView) })) }),
  sharedWith: z.object({ roles: z.number().int(), users: z.number().int() }),
  createdAt: instant,
  updatedAt: instant,
  version,
})
export type Dashboard = z.output<typeof dashboard>

const dashboardRow = z.object({
  id: id('dashboard'),
  name: z.string(),
  isFiltered: z.boolean(),
  chapters: z.number().int(),
  cards: z.number().int(),
  sharedWith: z.object({ roles: z.number().int(), users: z.number().int() }),
  updatedAt: instant,
})
export type DashboardRow = z.output<typeof dashboardRow>

const one = z.object({ id: idParam('dashboard') })
const shared = z.object({ dashboardId: idParam('dashboard') })
const sharingQuestion = shared.extend({
  ...pageParams,
  search: text(200).optional(),
  partOfDashboard: z.enum(['true', 'false']).optional(),
})
const sharer = <T extends z.ZodType>(idSchema: T) =>
  listAnswer(z.object({ id: idSchema, name: z.string(), partOfDashboard: z.boolean() }))
const changed = z.object({ changed: z.number().int() })
const tag = (dashboardId: number) => ({ type: 'Dashboard' as const, id: dashboardId })

const shareCheck = z.object({
  name: z.string(),
  seesData: z.number().int(),
  cards: z.array(
    z.object({
      id: id('dashboardItem'),
      name: z.string(),
      counted: z.number().int(),
      beyondRights: z.number().int(),
    }),
  ),
})
export type ShareCheck = z.output<typeof shareCheck>

export const dashboards = {
  listDashboards: query({
    method: 'POST',
    path: '/api/dashboards/get',
    access: 'session',
    summary: 'The dashboards one may open: all for who edits them, else those shared with one',
    body: listQuestion(['name', 'updatedAt']).strict(),
    response: listAnswer(dashboardRow),
    reads: ['Dashboard'],
  }),
  getDashboard: query({
    method: 'GET',
    path: '/api/dashboards/{id}',
    access: 'session',
    summary: 'One dashboard with its chapters and cards',
    params: one,
    response: dashboard,
    reads: ({ params }) => [tag(params.id)],
  }),
  createDashboard: mutation({
    method: 'POST',
    path: '/api/dashboards',
    access: 'can:editor|dashboards',
    summary: 'Add a dashboard',
    body: dashboardDraft,
    response: dashboard,
    writes: ['Dashboard', 'Journal'],
  }),
  updateDashboard: mutation({
    method: 'PUT',
    path: '/api/dashboards/{id}',
    access: 'can:editor|dashboards',
    summary: 'Save a dashboard; names and filters of its cards are saved with it',
    params: one,
    body: dashboardDraft.extend({ version: versionIfKnown }),
    response: dashboard,
    writes: ({ params, body }) => [
      'Dashboard',
      'DashboardItem',
      'Journal',
      tag(params.id),
      ...body.data.chapters.flatMap(({ items }) =>
        items.map((item) => ({ type: 'DashboardItem' as const, id: item.id })),
      ),
    ],
  }),
  deleteDashboard: mutation({
    method: 'DELETE',
    path: '/api/dashboards/{id}',
    access: 'can:editor|dashboards',
    summary: 'Remove a dashboard; its cards stay in the list of cards',
    params: one,
    response: z.object({ deleted: z.literal(true) }),
    writes: ({ params }) => ['Dashboard', 'DashboardItem', 'Journal', tag(params.id)],
  }),
  listCardDetails: query({
    method: 'GET',
    path: '/api/dashboards/{id}/item/{itemId}/details',
    access: 'session',
    readsMuch: true,
    summary: 'The rows behind a card’s number; their count is what it counted',
    params: z.object({
      id: idParam('dashboard'),
      itemId: idParam('dashboardItem'),
      ...momentParams,
      part: z.enum(detailParts).default('counted'),
      ...pageParams,
    }),
    response: detailAnswer,
    reads: ({ params }) => [
      ...numberTags,
      tag(params.id),
      { type: 'DashboardItem', id: params.itemId },
    ],
  }),
  listDashboardRoles: query({
    method: 'GET',
    path: '/api/dashboard-permissions/{dashboardId}/role',
    access: 'can:editor|dashboards',
    summary: 'Roles, and which of them the dashboard is shared with',
    params: sharingQuestion,
    response: sharer(id('role')),
    reads: ({ params }) => ['Role', tag(params.dashboardId)],
  }),
  addDashboardRoles: mutation({
    method: 'POST',
    idempotent: true,
    path: '/api/dashboard-permissions/{dashboardId}/role',
    access: 'can:editor|dashboards',
    summary: 'Share with roles',
    params: shared,
    body: z.strictObject({ data: ids('role') }),
    response: changed,
    writes: ({ params }) => ['Dashboard', tag(params.dashboardId), 'Journal'],
  }),
  removeDashboardRoles: mutation({
    method: 'DELETE',
    path: '/api/dashboard-permissions/{dashboardId}/role',
    access: 'can:editor|dashboards',
    summary: 'No longer share with roles',
    params: shared,
    body: z.strictObject({ data: ids('role') }),
    response: changed,
    writes: ({ params }) => ['Dashboard', tag(params.dashboardId), 'Journal'],
  }),
  listDashboardUsers: query({
    method: 'GET',
    path: '/api/dashboard-permissions/{dashboardId}/user',
    access: 'can:editor|dashboards',
    summary: 'People, and which of them the dashboard is shared with by name',
    params: sharingQuestion,
    response: sharer(id('user')),
    reads: ({ params }) => ['User', tag(params.dashboardId)],
  }),
  addDashboardUsers: mutation({
    method: 'POST',
    idempotent: true,
    path: '/api/dashboard-permissions/{dashboardId}/user',
    access: 'can:editor|dashboards',
    summary: 'Share with people',
    params: shared,
    body: z.strictObject({ data: ids('user') }),
    response: changed,
    writes: ({ params }) => ['Dashboard', tag(params.dashboardId), 'Journal'],
  }),
  removeDashboardUsers: mutation({
    method: 'DELETE',
    path: '/api/dashboard-permissions/{dashboardId}/user',
    access: 'can:editor|dashboards',
    summary: 'No longer share with people',
    params: shared,
    body: z.strictObject({ data: ids('user') }),
    response: changed,
    writes: ({ params }) => ['Dashboard', tag(params.dashboardId), 'Journal'],
  }),
  checkDashboardShare: query({
    method: 'GET',
    path: '/api/dashboard-permissions/{dashboardId}/check/{userId}',
    access: 'can:editor|dashboards',
    summary: 'What a person would see on the dashboard',
    params: shared.extend({ userId: idParam('user') }),
    response: shareCheck,
    reads: ({ params }) => [tag(params.dashboardId), ...numberTags],
  }),
}
