import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  DashboardItem,
  dashboardItems as contract,
  DashboardItemDraft,
} from '#contract/dashboards/dashboardItems.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, folded, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { replaceReferences } from '#kernel/events/references.ts'
import { versionFor } from '#kernel/data/unversionedWrites.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import {
  insertCardAfter,
  isItemOnDashboard,
  selectDashboard,
  removeItemFromDashboard,
} from './dashboards.ts'
import { visibleDashboards } from '#kernel/access/dashboardRights.ts'
import { mayChoose } from '../../foundation/filters/index.ts'
import { saveReferences, readable, isSamePlacement } from './cardPlacements.ts'

type Question = z.output<typeof contract.listDashboardItems.params>

function select({ db, actor }: Scope, where: SQL | undefined) {
  return db
    .select({ item: tables.dashboardItem, category: tables.dashboardCategory.name })
    .from(tables.dashboardItem)
    .leftJoin(
      tables.dashboardCategory,
      joinOn(tables.dashboardCategory, tables.dashboardItem.dashboardCategoryId),
    )
    .where(ofCompany(tables.dashboardItem, actor.companyId, where))
    .$dynamic()
}
type Selected = Awaited<ReturnType<typeof select>>[number]

async function viewOf(scope: Scope, rows: readonly Selected[]): Promise<DashboardItem[]> {
  const dashboards =
    rows.length === 0
      ? []
      : await scope.db
          .select({
            id: tables.dashboard.id,
            name: tables.dashboard.name,
            chapters: tables.dashboard.chapters,
          })
          .from(tables.dashboard)
          .where(visibleDashboards(scope))
          .orderBy(byName(scope, tables.dashboard.name))
  return rows.map(({ item, category }) => ({
    id: item.id,
    name: item.name,
    dashboardCategoryId: item.dashboardCategoryId,
    category,
    range: item.range,
    type: item.type,
    data: { filters: item.filters },
    dashboards: dashboards
      .filter(({ chapters }) =>
        chapters.some(({ items }) => items.some(({ id }) => id === item.id)),
      )
      .map(({ id, name }) => ({ id, name })),
    updatedAt: item.updatedAt.toISOString(),
    version: item.version,
  }))
}

export async function listDashboardItems(
  scope: Scope,
  { limit, offset, search, sort, dashboardCategoryId, type }: Question,
): Promise<{ count: number; rows: DashboardItem[] }> {
  if (dashboardCategoryId !== undefined)
    await requireRows(
      scope,
      tables.dashboardCategory,
      [dashboardCategoryId],
      'category',
      'params.dashboardCategoryId',
    )
  const where = and(
    searchIn(folded(tables.dashboardItem.name), search),
    dashboardCategoryId === undefined
      ? undefined
      : eq(tables.dashboardItem.dashboardCategoryId, dashboardCategoryId),
    type === undefined ? undefined : eq(tables.dashboardItem.type, type),
  )
  const [total] = await scope.db
    .select({ count })
    .from(tables.dashboardItem)
    .where(ofCompany(tables.dashboardItem, scope.actor.companyId, where))
  const columns = {
    name: tables.dashboardItem.name,
    category: tables.dashboardCategory.name,
    updatedAt: tables.dashboardItem.updatedAt,
  }
  const rows = await select(scope, where)
    .orderBy(
      ...orderOf(scope, sort, columns, tables.dashboardItem.id, [
        byName(scope, tables.dashboardItem.name),
        asc(tables.dashboardItem.id),
      ]),
    )
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows: await viewOf(scope, rows) }
}

export async function detail(scope: Scope, id: Id<'dashboardItem'>): Promise<DashboardItem> {
  const [found] = await viewOf(scope, await select(scope, eq(tables.dashboardItem.id, id)))
  if (!found) throw refuseNotFound('card')
  return found
}

/**
 * A card on the given dashboard, or on any that the actor may open. Users who may edit cards see
 * all.
 */
export async function cardForReader(
  scope: Scope,
  id: Id<'dashboardItem'>,
  dashboardId: Id<'dashboard'> | undefined,
) {
  const [row] = await scope.db
    .select()
    .from(tables.dashboardItem)
    .where(ofCompany(tables.dashboardItem, scope.actor.companyId, eq(tables.dashboardItem.id, id)))
  if (!row) throw refuseNotFound('card')
  const [dashboard] =
    dashboardId === undefined
      ? await scope.db
          .select()
          .from(tables.dashboard)
          .where(visibleDashboards(scope, isItemOnDashboard(id)))
          .orderBy(asc(tables.dashboard.id))
          .limit(1)
      : [await selectDashboard(scope, dashboardId)]
  if (
    dashboardId !== undefined &&
    dashboard?.chapters.some(({ items }) => items.some((card) => card.id === id)) !== true
  )
    throw refuseNotFound('card')
  if (dashboard === undefined && !scope.can('editor|dashboards')) throw refuseNotFound('card')
  return { row, home: dashboard }
}

const columnsOf = ({ data, ...facts }: DashboardItemDraft) => ({ ...facts, filters: data.filters })

export async function create(scope: Scope, draft: DashboardItemDraft): Promise<DashboardItem> {
  await mayChoose(scope, draft.data.filters, 'body.data.filters')
  await requireRows(
    scope,
    tables.dashboardCategory,
    draft.dashboardCategoryId === null ? [] : [draft.dashboardCategoryId],
    'category',
    'body.dashboardCategoryId',
  )
  const now = scope.clock.now()
  const [made] = await scope.db
    .insert(tables.dashboardItem)
    .values({
      ...columnsOf(draft),
      companyId: scope.actor.companyId,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!made) throw new Error('The card was not kept')
  await saveReferences(scope, made)
  await scope.journal({
    entity: 'dashboardItem',
    id: made.id,
    name: made.name,
    before: null,
    after: readable(made),
  })
  return detail(scope, made.id)
}

/** If omitted, the category is unchanged. */
type ChangedItem = Omit<DashboardItemDraft, 'dashboardCategoryId'> & {
  dashboardCategoryId?: DashboardItemDraft['dashboardCategoryId'] | undefined
}

export async function update(
  scope: Scope,
  id: Id<'dashboardItem'>,
  sent: number | undefined,
  change: ChangedItem,
): Promise<DashboardItem> {
  const version = await versionFor(scope, tables.dashboardItem, id, sent)
  const before = await detail(scope, id)
  const draft = {
    ...change,
    dashboardCategoryId:
      change.dashboardCategoryId === undefined
        ? before.dashboardCategoryId
        : change.dashboardCategoryId,
  }
  await refuseStale(version, before)
  if (!isSamePlacement(before.data.filters, draft.data.filters))
    await mayChoose(scope, draft.data.filters, 'body.data.filters')
  await requireRows(
    scope,
    tables.dashboardCategory,
    draft.dashboardCategoryId === null ? [] : [draft.dashboardCategoryId],
    'category',
    'body.dashboardCategoryId',
  )
  const written = await writeVersioned(scope, tables.dashboardItem, {
    id,
    version,
    set: columnsOf(draft),
  })
  await saveReferences(scope, written)
  await scope.journal({
    entity: 'dashboardItem',
    id,
    name: written.name,
    before: readable({ ...before, filters: before.data.filters }),
    after: readable(written),
  })
  scope.changed(
    ...before.dashboards.map(({ id: dashboardId }) => ({
      type: 'Dashboard' as const,
      id: dashboardId,
    })),
  )
  return detail(scope, id)
}

/** Removes the card from one dashboard if others show it too; otherwise deletes it. */
export async function remove(
  scope: Scope,
  id: Id<'dashboardItem'>,
  dashboardId: Id<'dashboard'> | undefined,
): Promise<boolean> {
  const before = await detail(scope, id)
  if (dashboardId !== undefined) await selectDashboard(scope, dashboardId)
  const dashboards = await scope.db
    .select()
    .from(tables.dashboard)
    .where(ofCompany(tables.dashboard, scope.actor.companyId, isItemOnDashboard(id)))
  const leaving =
    dashboardId === undefined
      ? dashboards
      : dashboards.filter((dashboard) => dashboard.id === dashboardId)
  for (const dashboard of leaving) await removeItemFromDashboard(scope, dashboard, id)
  if (leaving.length < dashboards.length) return false
  await scope.db
    .delete(tables.dashboardItem)
    .where(ofCompany(tables.dashboardItem, scope.actor.companyId, eq(tables.dashboardItem.id, id)))
  await replaceReferences(scope.db, scope.actor.companyId, { kind: 'dashboardItem', id }, [])
  await scope.journal({
    entity: 'dashboardItem',
    id,
    name: before.name,
    before: readable({ ...before, filters: before.data.filters }),
    after: null,
  })
  return true
}

export async function clone(
  scope: Scope,
  id: Id<'dashboardItem'>,
  dashboardId: Id<'dashboard'>,
  name: string,
): Promise<DashboardItem> {
  const dashboard = await selectDashboard(scope, dashboardId)
  const { dashboardCategoryId, range, type, data } = await detail(scope, id)
  if (dashboard.chapters.reduce((sum, { items }) => sum + items.length, 0) >= 500)
    throw badInput('body.dashboardId', 'full', 'This dashboard is full.')
  const copy = await create(scope, { name, dashboardCategoryId, range, type, data })
  const looks = dashboard.chapters.flatMap(({ items }) => items).find((card) => card.id === id)
  await insertCardAfter(
    scope,
    dashboard,
    { id: copy.id, showHistory: looks?.showHistory ?? false, width: looks?.width ?? 6 },
    id,
  )
  return detail(scope, copy.id)
}
