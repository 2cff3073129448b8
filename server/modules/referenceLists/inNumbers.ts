/** Replaces a list entry in cards, widgets and dashboards, including whom they are shared with. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { replaceInFilterObject } from '#contract/automation/replace.ts'
import type { Reference } from '#contract/journal/references.ts'
import {
  dashboard,
  dashboardItem,
  dashboardShare,
  dynamicDashboard,
  reference,
} from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { visibleCards } from '../dashboards/index.ts'

type Kind = 'dashboard' | 'dashboardItem' | 'dynamicDashboard'

const naming = ({ actor }: Scope, from: Kind, referenceList: Reference): SQL =>
  sql`(select ${reference.fromId} from ${reference}
    where ${reference.companyId} = ${actor.companyId} and ${reference.fromKind} = ${from}
    and ${reference.toKind} = ${referenceList.kind} and ${reference.toId} = ${referenceList.id})`

/**
 * Cards and widgets that use it, for the list of its uses. They do not block its removal, but show
 * that it is missing.
 */
export function numbersThatUse(scope: Scope, referenceList: Reference): SQL[] {
  const mine = scope.can('editor|dashboards') ? sql`true` : visibleCards(scope)
  return [
    sql`select 'dashboardItem' as kind, ${dashboardItem.id} as id, ${dashboardItem.name} as name,
      false as holds, (${mine}) as shown from ${dashboardItem}
      where ${dashboardItem.companyId} = ${scope.actor.companyId}
      and ${dashboardItem.id} in ${naming(scope, 'dashboardItem', referenceList)}`,
    sql`select 'dynamicDashboard' as kind, ${dynamicDashboard.id} as id,
      ${dynamicDashboard.title} as name, false as holds, true as shown from ${dynamicDashboard}
      where ${dynamicDashboard.companyId} = ${scope.actor.companyId}
      and ${dynamicDashboard.id} in ${naming(scope, 'dynamicDashboard', referenceList)}`,
  ]
}

export async function moveInNumbers(
  scope: Scope,
  referenceList: Reference,
  to: number,
): Promise<number> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const replacement = { kind: referenceList.kind, from: referenceList.id, to }
  const cards = await db
    .select()
    .from(dashboardItem)
    .where(
      and(
        eq(dashboardItem.companyId, companyId),
        sql`${dashboardItem.id} in ${naming(scope, 'dashboardItem', referenceList)}`,
      ),
    )
    .for('update')
  for (const card of cards) {
    await db
      .update(dashboardItem)
      .set({
        filters: card.filters.map((filter) => replaceInFilterObject(filter, replacement)),
        version: sql`${dashboardItem.version} + 1`,
        updatedAt: clock.now(),
      })
      .where(and(eq(dashboardItem.companyId, companyId), eq(dashboardItem.id, card.id)))
    scope.changed({ type: 'DashboardItem', id: card.id })
  }
  const boards = await db
    .select()
    .from(dynamicDashboard)
    .where(
      and(
        eq(dynamicDashboard.companyId, companyId),
        sql`${dynamicDashboard.id} in ${naming(scope, 'dynamicDashboard', referenceList)}`,
      ),
    )
    .for('update')
  for (const board of boards) {
    const widgets = board.structure.widgets.map((widget) => ({
      ...widget,
      dataSource: {
        ...widget.dataSource,
        filter: replaceInFilterObject(widget.dataSource.filter, replacement),
      },
    }))
    await db
      .update(dynamicDashboard)
      .set({
        structure: { widgets },
        version: sql`${dynamicDashboard.version} + 1`,
        updatedAt: clock.now(),
      })
      .where(and(eq(dynamicDashboard.companyId, companyId), eq(dynamicDashboard.id, board.id)))
    scope.changed({ type: 'DynamicDashboard', id: board.id })
  }
  const swapped = (column: SQL) =>
    sql`array(select distinct unnest(array_replace(${column}, ${referenceList.id}::int,
      ${to}::int)))`
  const lists = {
    equipmentType: { equipmentTypes: swapped(sql`${dashboard.equipmentTypes}`) },
    procedureType: { procedureTypes: swapped(sql`${dashboard.procedureTypes}`) },
    locationType: { locationTypes: swapped(sql`${dashboard.locationTypes}`) },
  }
  const list =
    referenceList.kind in lists ? lists[referenceList.kind as keyof typeof lists] : undefined
  const restricted =
    list === undefined
      ? []
      : await db
          .update(dashboard)
          .set({ ...list, version: sql`${dashboard.version} + 1`, updatedAt: clock.now() })
          .where(
            and(
              eq(dashboard.companyId, companyId),
              sql`${dashboard.id} in ${naming(scope, 'dashboard', referenceList)}`,
            ),
          )
          .returning({ id: dashboard.id })
  await moveReferences(scope, referenceList, to)
  if (referenceList.kind === 'role') await moveShares(scope, referenceList.id, to)
  return cards.length + boards.length + restricted.length
}

async function moveReferences(
  { db, actor: { companyId } }: Scope,
  referenceList: Reference,
  to: number,
): Promise<void> {
  const kinds = sql`(${reference.fromKind} in ('dashboard', 'dashboardItem', 'dynamicDashboard')
    and ${reference.companyId} = ${companyId} and ${reference.toKind} = ${referenceList.kind}
    and ${reference.toId} = ${referenceList.id})`
  await db.execute(
    sql`insert into ${reference} (company_id, from_kind, from_id, to_kind, to_id) select company_id,
      from_kind, from_id, to_kind, ${to} from ${reference} where ${kinds} on conflict do nothing`,
  )
  await db.delete(reference).where(kinds)
}

async function moveShares(
  { db, actor: { companyId } }: Scope,
  from: number,
  to: number,
): Promise<void> {
  await db.execute(
    sql`insert into ${dashboardShare} (company_id, dashboard_id, role_id) select company_id,
      dashboard_id, ${to} from ${dashboardShare}
      where company_id = ${companyId} and role_id = ${from} on conflict do nothing`,
  )
}
