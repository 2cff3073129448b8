import { asc, eq } from 'drizzle-orm'
import {
  dynamicDashboards as contract,
  type DynamicDashboard,
  type DynamicDashboardDraft,
} from '#contract/dashboards/dynamicDashboards.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { count, folded, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { replaceReferences } from '#kernel/events/references.ts'
import { versionFor } from '#kernel/data/unversionedWrites.ts'
import type { Readable } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { dataOf, rowsOf } from './widgets.ts'
import { mayChoose, referencesOfFilters } from '../../foundation/filters/index.ts'

const own = ({ actor }: Scope, id: Id<'dynamicDashboard'>) =>
  ofCompany(tables.dynamicDashboard, actor.companyId, eq(tables.dynamicDashboard.id, id))

async function detail(scope: Scope, id: Id<'dynamicDashboard'>): Promise<DynamicDashboard> {
  const [row] = await scope.db.select().from(tables.dynamicDashboard).where(own(scope, id))
  if (!row) throw refuseNotFound('dynamic dashboard')
  return {
    id: row.id,
    title: row.title,
    icon: row.icon,
    structure: row.structure,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  }
}

async function widgetOf(scope: Scope, dashboardId: Id<'dynamicDashboard'>, widgetId: string) {
  const found = (await detail(scope, dashboardId)).structure.widgets.find(
    ({ id }) => id === widgetId,
  )
  if (!found) throw refuseNotFound('widget')
  return found
}

const filtersOf = ({ structure }: DynamicDashboardDraft) =>
  structure.widgets.map(({ dataSource }) => dataSource.filter)
const readable = ({
  title,
  icon,
  structure,
}: DynamicDashboardDraft): Readable<'dynamicDashboard'> => ({
  title,
  icon,
  widgets: structure.widgets.map((widget) => widget.title),
})

async function kept(
  scope: Scope,
  id: Id<'dynamicDashboard'>,
  draft: DynamicDashboardDraft,
  before: DynamicDashboard | null,
): Promise<DynamicDashboard> {
  await replaceReferences(
    scope.db,
    scope.actor.companyId,
    { kind: 'dynamicDashboard', id },
    referencesOfFilters(filtersOf(draft)),
  )
  await scope.journal({
    entity: 'dynamicDashboard',
    id,
    name: draft.title,
    before: before && readable(before),
    after: readable(draft),
  })
  return detail(scope, id)
}

export const dynamicDashboardHandlers: Handlers<typeof contract> = {
  async listDynamicDashboards({ db, actor }, { body }) {
    const where = ofCompany(
      tables.dynamicDashboard,
      actor.companyId,
      searchIn(folded(tables.dynamicDashboard.title), body.search),
    )
    const [total] = await db.select({ count }).from(tables.dynamicDashboard).where(where)
    const rows = await db
      .select()
      .from(tables.dynamicDashboard)
      .where(where)
      .orderBy(
        ...orderOf(
          { actor },
          body.sort,
          { title: tables.dynamicDashboard.title, updatedAt: tables.dynamicDashboard.updatedAt },
          tables.dynamicDashboard.id,
          [byName({ actor }, tables.dynamicDashboard.title), asc(tables.dynamicDashboard.id)],
        ),
      )
      .limit(body.limit)
      .offset(body.offset)
    return {
      count: total?.count ?? 0,
      rows: rows.map((row) => ({
        id: row.id,
        title: row.title,
        icon: row.icon,
        widgets: row.structure.widgets.length,
        updatedAt: row.updatedAt.toISOString(),
      })),
    }
  },
  getDynamicDashboard: (scope, { params }) => detail(scope, params.id),
  getDynamicDashboardEditor: (scope, { params }) => detail(scope, params.id),
  getWidget: async (scope, { params }) =>
    dataOf(scope, await widgetOf(scope, params.dashboardId, params.widgetId)),
  listWidgetRows: async (scope, { params }) =>
    rowsOf(scope, await widgetOf(scope, params.dashboardId, params.widgetId), params),
  async previewWidget(scope, { body }) {
    await mayChoose(scope, [body.dataSource.filter], 'body.dataSource.filter')
    return dataOf(scope, body)
  },
  async createDynamicDashboard(scope, { body }) {
    await mayChoose(scope, filtersOf(body), 'body.structure.widgets')
    const now = scope.clock.now()
    const [made] = await scope.db
      .insert(tables.dynamicDashboard)
      .values({ ...body, companyId: scope.actor.companyId, createdAt: now, updatedAt: now })
      .returning({ id: tables.dynamicDashboard.id })
    if (!made) throw new Error('The dashboard was not kept')
    return kept(scope, made.id, body, null)
  },
  async updateDynamicDashboard(scope, { params, body: { version: sent, ...draft } }) {
    const version = await versionFor(scope, tables.dynamicDashboard, params.id, sent)
    const before = await detail(scope, params.id)
    await refuseStale(version, before)
    const known = new Set(filtersOf(before).map((filter) => JSON.stringify(filter)))
    await mayChoose(
      scope,
      filtersOf(draft).filter((filter) => !known.has(JSON.stringify(filter))),
      'body.structure.widgets',
    )
    await writeVersioned(scope, tables.dynamicDashboard, { id: params.id, version, set: draft })
    return kept(scope, params.id, draft, before)
  },
  async deleteDynamicDashboard(scope, { params }) {
    const before = await detail(scope, params.id)
    await scope.db.delete(tables.dynamicDashboard).where(own(scope, params.id))
    await replaceReferences(
      scope.db,
      scope.actor.companyId,
      { kind: 'dynamicDashboard', id: params.id },
      [],
    )
    await scope.journal({
      entity: 'dynamicDashboard',
      id: params.id,
      name: before.title,
      before: readable(before),
      after: null,
    })
    return { deleted: true }
  },
}
