import { asc, or, sql } from 'drizzle-orm'
import { dashboards as contract } from '#contract/dashboards/dashboards.ts'
import { dashboardItems as itemContract } from '#contract/dashboards/dashboardItems.ts'
import type { FilterObject } from '#contract/filter.ts'
import * as tables from '#db/schema/index.ts'
import { equipmentFilter, procedureFilter } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { createCategory, deleteCategory, listCategories, renameCategory } from './categories.ts'
import * as boards from './dashboards.ts'
import { detailsOf } from './details.ts'
import { mayChoose } from '../../foundation/filters/index.ts'
import * as items from './items.ts'
import { numberOf } from './numbers.ts'
import { unrestricted, type CardQuestion } from './questions.ts'
import { checkSharing, listRoles, listUsers, shareDashboard, unshare } from './sharing.ts'

const MAX_IDS = 10_000

function questionOf(
  { row, home: dashboard }: Awaited<ReturnType<typeof items.cardForReader>>,
  moment: { range?: CardQuestion['range'] | undefined; at?: string | undefined },
): CardQuestion {
  return {
    type: row.type,
    range: moment.range ?? row.range,
    filters: row.filters,
    at: moment.at,
    history:
      dashboard?.chapters.some(({ items: cards }) =>
        cards.some((card) => card.id === row.id && card.showHistory),
      ) ?? true,
    restrictions: dashboard === undefined ? unrestricted : boards.restrictionsOf(dashboard),
    accessScope: dashboard?.isFiltered === false ? 'company' : 'viewer',
  }
}

export const dashboardHandlers: Handlers<typeof contract> = {
  listDashboards: (scope, { body }) => boards.listDashboards(scope, body),
  getDashboard: (scope, { params }) => boards.detail(scope, params.id),
  createDashboard: (scope, { body }) => boards.create(scope, body),
  updateDashboard: (scope, { params, body: { version, ...draft } }) =>
    boards.update(scope, params.id, version, draft),
  async deleteDashboard(scope, { params }) {
    await boards.remove(scope, params.id)
    return { deleted: true }
  },
  async listCardDetails(scope, { params }) {
    const found = await items.cardForReader(scope, params.itemId, params.id)
    return detailsOf(scope, questionOf(found, params), params)
  },
  listDashboardRoles: (scope, { params }) => listRoles(scope, params),
  addDashboardRoles: (scope, { params, body }) =>
    shareDashboard(scope, params.dashboardId, { kind: 'role', ids: body.data }),
  removeDashboardRoles: (scope, { params, body }) =>
    unshare(scope, params.dashboardId, { kind: 'role', ids: body.data }),
  listDashboardUsers: (scope, { params }) => listUsers(scope, params),
  addDashboardUsers: (scope, { params, body }) =>
    shareDashboard(scope, params.dashboardId, { kind: 'user', ids: body.data }),
  removeDashboardUsers: (scope, { params, body }) =>
    unshare(scope, params.dashboardId, { kind: 'user', ids: body.data }),
  checkDashboardShare: (scope, { params }) =>
    checkSharing(scope, params.dashboardId, params.userId),
}

export const dashboardItemHandlers: Handlers<typeof itemContract> = {
  listDashboardItems: (scope, { params }) => items.listDashboardItems(scope, params),
  getDashboardItem: (scope, { params }) => items.detail(scope, params.id),
  getCard: async (scope, { params }) =>
    numberOf(
      scope,
      questionOf(await items.cardForReader(scope, params.id, params.dashboardId), params),
    ),
  async previewCard(scope, { body }) {
    await mayChoose(scope, body.data.filters, 'body.data.filters')
    return numberOf(scope, draftQuestion(body))
  },
  createDashboardItem: (scope, { body }) => items.create(scope, body),
  updateDashboardItem: (scope, { params, body: { version, ...draft } }) =>
    items.update(scope, params.id, version, draft),
  deleteDashboardItem: async (scope, { params }) => ({
    deleted: await items.remove(scope, params.id, params.dashboardId),
  }),
  cloneDashboardItem: (scope, { params, body }) =>
    items.clone(scope, params.id, body.dashboardId, body.name),
  listCardIds: (scope, { body }) => idsOf(scope, body.filters),
  async listCardDraftDetails(scope, { body }) {
    await mayChoose(scope, body.data.filters, 'body.data.filters')
    return detailsOf(scope, draftQuestion(body), body)
  },
  async listDashboardCategories(scope) {
    const rows = await listCategories(scope)
    return { count: rows.length, rows }
  },
  createDashboardCategory: (scope, { body }) => createCategory(scope, body.name),
  updateDashboardCategory: (scope, { params, body }) => renameCategory(scope, params.id, body),
  async deleteDashboardCategory(scope, { params }) {
    return { cards: await deleteCategory(scope, params.id) }
  },
}

const draftQuestion = ({
  type,
  range,
  at,
  data,
}: Pick<CardQuestion, 'type' | 'range' | 'at'> & {
  data: { filters: FilterObject[] }
}): CardQuestion => ({
  type,
  range,
  at,
  filters: data.filters,
  restrictions: unrestricted,
  accessScope: 'viewer',
})

async function idsOf(scope: Scope, filters: readonly FilterObject[]) {
  await mayChoose(scope, filters, 'body.filters')
  const things = await scope.db
    .select({ id: tables.equipment.id })
    .from(tables.equipment)
    .where(
      scope.from.equipment(or(...filters.map((filter) => equipmentFilter(filter) ?? sql`true`))),
    )
    .orderBy(asc(tables.equipment.id))
    .limit(MAX_IDS + 1)
  const kinds = await scope.db
    .select({ id: tables.procedure.id })
    .from(tables.procedure)
    .where(
      scope.from.procedures(or(...filters.map((filter) => procedureFilter(filter) ?? sql`true`))),
    )
    .orderBy(asc(tables.procedure.id))
    .limit(MAX_IDS + 1)
  return {
    equipmentIds: things.slice(0, MAX_IDS).map(({ id }) => id),
    procedureIds: kinds.slice(0, MAX_IDS).map(({ id }) => id),
    remaining: Math.max(0, things.length - MAX_IDS) + Math.max(0, kinds.length - MAX_IDS),
  }
}
