import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Dashboard, DashboardDraft, DashboardRow } from '#contract/dashboards/dashboards.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { notAllowed, refuseNotFound } from '#kernel/http/errors.ts'
import { toReferences, type Readable } from '#kernel/events/journal.ts'
import { count, folded, orderOf, qualified, searchIn } from '#kernel/data/listQueries.ts'
import { replaceReferences } from '#kernel/events/references.ts'
import { versionFor } from '#kernel/data/unversionedWrites.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion, refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { visibleDashboards } from '#kernel/access/dashboardRights.ts'
import { mayChooseOf } from '../../foundation/filters/index.ts'
import { saveCardPlacements } from './cardPlacements.ts'
import { unrestricted, type Restrictions } from './questions.ts'

type Row = typeof tables.dashboard.$inferSelect

const sharedWith = (
  column: typeof tables.dashboardShare.roleId | typeof tables.dashboardShare.userId,
) =>
  qualified(
    sql<number>`(select count(${column})::int from ${tables.dashboardShare}
      where ${tables.dashboardShare.companyId} = ${tables.dashboard.companyId}
      and ${tables.dashboardShare.dashboardId} = ${tables.dashboard.id})`,
  )
const shares = {
  roles: sharedWith(tables.dashboardShare.roleId),
  users: sharedWith(tables.dashboardShare.userId),
}

export async function listDashboards(
  scope: Scope,
  body: {
    limit: number
    offset: number
    search?: string | undefined
    sort?: 'name' | '-name' | 'updatedAt' | '-updatedAt' | undefined
  },
): Promise<{ count: number; rows: DashboardRow[] }> {
  const where = visibleDashboards(scope, searchIn(folded(tables.dashboard.name), body.search))
  const [total] = await scope.db.select({ count }).from(tables.dashboard).where(where)
  const rows = await scope.db
    .select({ dashboard: tables.dashboard, ...shares })
    .from(tables.dashboard)
    .where(where)
    .orderBy(
      ...orderOf(
        scope,
        body.sort,
        { name: tables.dashboard.name, updatedAt: tables.dashboard.updatedAt },
        tables.dashboard.id,
        [byName(scope, tables.dashboard.name), asc(tables.dashboard.id)],
      ),
    )
    .limit(body.limit)
    .offset(body.offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ dashboard: row, roles, users }) => ({
      id: row.id,
      name: row.name,
      isFiltered: row.isFiltered,
      chapters: row.chapters.length,
      cards: row.chapters.reduce((sum, { items }) => sum + items.length, 0),
      sharedWith: { roles, users },
      updatedAt: row.updatedAt.toISOString(),
    })),
  }
}

export async function selectDashboard(scope: Scope, id: Id<'dashboard'>): Promise<Row> {
  const [found] = await scope.db
    .select()
    .from(tables.dashboard)
    .where(visibleDashboards(scope, eq(tables.dashboard.id, id)))
  if (!found) throw refuseNotFound('dashboard')
  return found
}

export async function detail(scope: Scope, id: Id<'dashboard'>): Promise<Dashboard> {
  const [found] = await scope.db
    .select({ row: tables.dashboard, ...shares })
    .from(tables.dashboard)
    .where(visibleDashboards(scope, eq(tables.dashboard.id, id)))
  if (!found) throw refuseNotFound('dashboard')
  const { row, roles, users } = found
  const cardForReader = await itemsOf(scope, row)
  return {
    id,
    name: row.name,
    isFiltered: row.isFiltered,
    isRestrictedEquipment: row.isRestrictedEquipment,
    isRestrictedProcedures: row.isRestrictedProcedures,
    equipmentTypes: row.equipmentTypes,
    procedureTypes: row.procedureTypes,
    locationTypes: row.locationTypes,
    data: {
      chapters: row.chapters.map(({ title, items }) => ({
        title,
        items: items.flatMap((card) => {
          const item = cardForReader.get(card.id)
          return item === undefined
            ? []
            : [
                {
                  id: card.id,
                  name: item.name,
                  showHistory: card.showHistory,
                  width: card.width,
                  data: { filters: item.filters },
                  type: item.type,
                  range: item.range,
                  dashboardCategoryId: item.dashboardCategoryId,
                },
              ]
        }),
      })),
    },
    sharedWith: { roles, users },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  }
}

export async function itemsOf({ db, actor }: Scope, { chapters }: Pick<Row, 'chapters'>) {
  const ids = chapters.flatMap(({ items }) => items.map(({ id }) => id))
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(tables.dashboardItem)
          .where(
            ofCompany(tables.dashboardItem, actor.companyId, inArray(tables.dashboardItem.id, ids)),
          )
  return new Map(rows.map((row) => [row.id, row]))
}

export function restrictionsOf(row: Row): Restrictions {
  return {
    ...unrestricted,
    ...(row.isRestrictedEquipment && {
      equipmentTypeIds: row.equipmentTypes,
      locationTypeIds: row.locationTypes,
    }),
    ...(row.isRestrictedProcedures && { procedureTypeIds: row.procedureTypes }),
  }
}

export async function create(scope: Scope, draft: DashboardDraft): Promise<Dashboard> {
  await check(scope, draft, null)
  const now = scope.clock.now()
  const [made] = await scope.db
    .insert(tables.dashboard)
    .values({
      ...columnsOf(draft),
      companyId: scope.actor.companyId,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!made) throw new Error('The dashboard was not kept')
  await saveCardPlacements(scope, draft)
  await replaceReferences(
    scope.db,
    scope.actor.companyId,
    { kind: 'dashboard', id: made.id },
    referencesOf(draft),
  )
  await scope.journal({
    entity: 'dashboard',
    id: made.id,
    name: draft.name,
    before: null,
    after: readable(draft),
  })
  return detail(scope, made.id)
}

export async function update(
  scope: Scope,
  id: Id<'dashboard'>,
  sent: number | undefined,
  draft: DashboardDraft,
): Promise<Dashboard> {
  const version = await versionFor(scope, tables.dashboard, id, sent)
  const before = await detail(scope, id)
  await refuseStale(version, before)
  await check(scope, draft, before)
  await writeVersioned(scope, tables.dashboard, { id, version, set: columnsOf(draft) })
  await saveCardPlacements(scope, draft)
  await replaceReferences(
    scope.db,
    scope.actor.companyId,
    { kind: 'dashboard', id },
    referencesOf(draft),
  )
  await scope.journal({
    entity: 'dashboard',
    id,
    name: draft.name,
    before: readable(before),
    after: readable(draft),
  })
  return detail(scope, id)
}

export async function remove(scope: Scope, id: Id<'dashboard'>): Promise<void> {
  const before = await detail(scope, id)
  await scope.db
    .delete(tables.dashboard)
    .where(ofCompany(tables.dashboard, scope.actor.companyId, eq(tables.dashboard.id, id)))
  await replaceReferences(scope.db, scope.actor.companyId, { kind: 'dashboard', id }, [])
  await scope.journal({
    entity: 'dashboard',
    id,
    name: before.name,
    before: readable(before),
    after: null,
  })
}

async function chaptersToChange(scope: Scope, id: Id<'dashboard'>): Promise<Row['chapters']> {
  const [row] = await scope.db
    .select({ chapters: tables.dashboard.chapters })
    .from(tables.dashboard)
    .where(ofCompany(tables.dashboard, scope.actor.companyId, eq(tables.dashboard.id, id)))
    .for('update')
  return row?.chapters ?? []
}

export async function removeItemFromDashboard(
  scope: Scope,
  row: Pick<Row, 'id'>,
  itemId: Id<'dashboardItem'>,
): Promise<void> {
  const before = await chaptersToChange(scope, row.id)
  const chapters = before.map(({ title, items }) => ({
    title,
    items: items.filter(({ id }) => id !== itemId),
  }))
  await scope.db
    .update(tables.dashboard)
    .set({ chapters, ...nextVersion(tables.dashboard, scope.clock.now()) })
    .where(ofCompany(tables.dashboard, scope.actor.companyId, eq(tables.dashboard.id, row.id)))
  scope.changed({ type: 'Dashboard', id: row.id })
}

export async function insertCardAfter(
  scope: Scope,
  row: Pick<Row, 'id'>,
  card: Row['chapters'][number]['items'][number],
  behind: Id<'dashboardItem'>,
): Promise<void> {
  const before = await chaptersToChange(scope, row.id)
  const home = Math.max(
    0,
    before.findIndex(({ items }) => items.some(({ id }) => id === behind)),
  )
  const chapters =
    before.length === 0
      ? [{ title: '', items: [card] }]
      : before.map((chapter, index) => {
          if (index !== home) return chapter
          const at = chapter.items.findIndex(({ id }) => id === behind) + 1
          return {
            ...chapter,
            items:
              at === 0
                ? [...chapter.items, card]
                : [...chapter.items.slice(0, at), card, ...chapter.items.slice(at)],
          }
        })
  await scope.db
    .update(tables.dashboard)
    .set({ chapters, ...nextVersion(tables.dashboard, scope.clock.now()) })
    .where(ofCompany(tables.dashboard, scope.actor.companyId, eq(tables.dashboard.id, row.id)))
}

export const isItemOnDashboard = (itemId: number) =>
  sql`exists (select from jsonb_array_elements(${tables.dashboard.chapters}) as chapter,
    jsonb_array_elements(chapter -> 'items') as card where (card ->> 'id')::int = ${itemId})`

const columnsOf = (draft: DashboardDraft) => ({
  name: draft.name,
  isFiltered: draft.isFiltered,
  isRestrictedEquipment: draft.isRestrictedEquipment,
  isRestrictedProcedures: draft.isRestrictedProcedures,
  equipmentTypes: draft.equipmentTypes,
  procedureTypes: draft.procedureTypes,
  locationTypes: draft.locationTypes,
  chapters: draft.data.chapters.map(({ title, items }) => ({
    title,
    items: items.map(({ id, showHistory, width }) => ({ id, showHistory, width })),
  })),
})

function referencesOf(draft: DashboardDraft) {
  return [
    ...draft.equipmentTypes.map((id) => ({ kind: 'equipmentType' as const, id })),
    ...draft.procedureTypes.map((id) => ({ kind: 'procedureType' as const, id })),
    ...draft.locationTypes.map((id) => ({ kind: 'locationType' as const, id })),
    ...draft.data.chapters.flatMap(({ items }) =>
      items.map(({ id }) => ({ kind: 'dashboardItem' as const, id })),
    ),
  ]
}

const readable = ({
  name,
  isFiltered,
  isRestrictedEquipment,
  isRestrictedProcedures,
  equipmentTypes,
  procedureTypes,
  locationTypes,
  data,
}: Pick<
  DashboardDraft,
  | 'name'
  | 'isFiltered'
  | 'isRestrictedEquipment'
  | 'isRestrictedProcedures'
  | 'equipmentTypes'
  | 'procedureTypes'
  | 'locationTypes'
> & {
  data: { chapters: readonly { title: string; items: readonly { name: string }[] }[] }
}): Readable<'dashboard'> => ({
  name,
  isFiltered,
  isRestrictedEquipment,
  isRestrictedProcedures,
  countedEquipmentTypes: toReferences('equipmentType', equipmentTypes),
  countedProcedureTypes: toReferences('procedureType', procedureTypes),
  countedLocationTypes: toReferences('locationType', locationTypes),
  chapters: data.chapters.map(({ title, items }) =>
    [title, items.map((item) => item.name).join(', ')].filter(Boolean).join(': '),
  ),
})

/**
 * Types added in the draft must exist and be permitted. Only users who see everything may publish
 * numbers over all data.
 */
async function check(scope: Scope, draft: DashboardDraft, before: Dashboard | null): Promise<void> {
  const added = (now: readonly number[], then: readonly number[] | undefined) =>
    now.filter((id) => then?.includes(id) !== true)
  await mayChooseOf(
    scope,
    'equipmentTypeIds',
    added(draft.equipmentTypes, before?.equipmentTypes),
    'body.equipmentTypes',
  )
  await mayChooseOf(
    scope,
    'procedureTypeIds',
    added(draft.procedureTypes, before?.procedureTypes),
    'body.procedureTypes',
  )
  await mayChooseOf(
    scope,
    'locationTypeIds',
    added(draft.locationTypes, before?.locationTypes),
    'body.locationTypes',
  )
  mayPublish(scope, draft, before)
}

function mayPublish({ actor }: Scope, draft: DashboardDraft, before: Dashboard | null): void {
  const seesAll =
    actor.equipmentTypeIds === null &&
    actor.locationTypeIds === null &&
    actor.procedureTypeIds === null
  if (draft.isFiltered || seesAll || before?.isFiltered === false) return
  throw notAllowed('body.isFiltered')
}
