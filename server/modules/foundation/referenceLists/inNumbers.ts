import { eq, sql, type SQL } from 'drizzle-orm'
import { replaceInFilterObject } from '#contract/automation/replace.ts'
import type { Reference } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { visibleCards } from '#kernel/access/dashboardRights.ts'

type Kind = 'dashboard' | 'dashboardItem' | 'dynamicDashboard'

const naming = ({ actor }: Scope, from: Kind, referenceList: Reference): SQL =>
  sql`(select ${tables.reference.fromId} from ${tables.reference}
    where ${tables.reference.companyId} = ${actor.companyId} and ${tables.reference.fromKind} = ${from}
    and ${tables.reference.toKind} = ${referenceList.kind} and ${tables.reference.toId} = ${referenceList.id})`

/**
 * Cards and widgets that use it, for the list of its uses. They do not block its removal, but show
 * that it is missing.
 */
export function numbersThatUse(scope: Scope, referenceList: Reference): SQL[] {
  const mine = scope.can('editor|dashboards') ? sql`true` : visibleCards(scope)
  return [
    sql`select 'dashboardItem' as kind, ${tables.dashboardItem.id} as id, ${tables.dashboardItem.name} as name,
      false as holds, (${mine}) as shown from ${tables.dashboardItem}
      where ${tables.dashboardItem.companyId} = ${scope.actor.companyId}
      and ${tables.dashboardItem.id} in ${naming(scope, 'dashboardItem', referenceList)}`,
    sql`select 'dynamicDashboard' as kind, ${tables.dynamicDashboard.id} as id,
      ${tables.dynamicDashboard.title} as name, false as holds, true as shown from ${tables.dynamicDashboard}
      where ${tables.dynamicDashboard.companyId} = ${scope.actor.companyId}
      and ${tables.dynamicDashboard.id} in ${naming(scope, 'dynamicDashboard', referenceList)}`,
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
    .from(tables.dashboardItem)
    .where(
      ofCompany(
        tables.dashboardItem,
        companyId,
        sql`${tables.dashboardItem.id} in ${naming(scope, 'dashboardItem', referenceList)}`,
      ),
    )
    .for('update')
  for (const card of cards) {
    await db
      .update(tables.dashboardItem)
      .set({
        filters: card.filters.map((filter) => replaceInFilterObject(filter, replacement)),
        ...nextVersion(tables.dashboardItem, clock.now()),
      })
      .where(ofCompany(tables.dashboardItem, companyId, eq(tables.dashboardItem.id, card.id)))
    scope.changed({ type: 'DashboardItem', id: card.id })
  }
  const boards = await db
    .select()
    .from(tables.dynamicDashboard)
    .where(
      ofCompany(
        tables.dynamicDashboard,
        companyId,
        sql`${tables.dynamicDashboard.id} in ${naming(scope, 'dynamicDashboard', referenceList)}`,
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
      .update(tables.dynamicDashboard)
      .set({
        structure: { widgets },
        ...nextVersion(tables.dynamicDashboard, clock.now()),
      })
      .where(
        ofCompany(tables.dynamicDashboard, companyId, eq(tables.dynamicDashboard.id, board.id)),
      )
    scope.changed({ type: 'DynamicDashboard', id: board.id })
  }
  const swapped = (column: SQL) =>
    sql`array(select distinct unnest(array_replace(${column}, ${referenceList.id}::int,
      ${to}::int)))`
  const lists = {
    equipmentType: { equipmentTypes: swapped(sql`${tables.dashboard.equipmentTypes}`) },
    procedureType: { procedureTypes: swapped(sql`${tables.dashboard.procedureTypes}`) },
    locationType: { locationTypes: swapped(sql`${tables.dashboard.locationTypes}`) },
  }
  const list =
    referenceList.kind in lists ? lists[referenceList.kind as keyof typeof lists] : undefined
  const restricted =
    list === undefined
      ? []
      : await db
          .update(tables.dashboard)
          .set({ ...list, ...nextVersion(tables.dashboard, clock.now()) })
          .where(
            ofCompany(
              tables.dashboard,
              companyId,
              sql`${tables.dashboard.id} in ${naming(scope, 'dashboard', referenceList)}`,
            ),
          )
          .returning({ id: tables.dashboard.id })
  await moveReferences(scope, referenceList, to)
  if (referenceList.kind === 'role') await moveShares(scope, referenceList.id, to)
  return cards.length + boards.length + restricted.length
}

async function moveReferences(
  { db, actor: { companyId } }: Scope,
  referenceList: Reference,
  to: number,
): Promise<void> {
  const kinds = sql`(${tables.reference.fromKind} in ('dashboard', 'dashboardItem', 'dynamicDashboard')
    and ${tables.reference.companyId} = ${companyId} and ${tables.reference.toKind} = ${referenceList.kind}
    and ${tables.reference.toId} = ${referenceList.id})`
  await db.execute(
    sql`insert into ${tables.reference} (company_id, from_kind, from_id, to_kind, to_id) select company_id,
      from_kind, from_id, to_kind, ${to} from ${tables.reference} where ${kinds} on conflict do nothing`,
  )
  await db.delete(tables.reference).where(kinds)
}

async function moveShares(
  { db, actor: { companyId } }: Scope,
  from: number,
  to: number,
): Promise<void> {
  await db.execute(
    sql`insert into ${tables.dashboardShare} (company_id, dashboard_id, role_id) select company_id,
      dashboard_id, ${to} from ${tables.dashboardShare}
      where company_id = ${companyId} and role_id = ${from} on conflict do nothing`,
  )
}
