import { eq, sql, type SQL } from 'drizzle-orm'
import type { DashboardCategory } from '#contract/dashboards/dashboardItems.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { qualified } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion, updateVersioned } from '#kernel/data/updateVersioned.ts'

const MAX_CATEGORIES = 500
const cards = qualified(
  sql<number>`(select count(*)::int from ${tables.dashboardItem}
    where ${tables.dashboardItem.companyId} = ${tables.dashboardCategory.companyId}
    and ${tables.dashboardItem.dashboardCategoryId} = ${tables.dashboardCategory.id})`,
)

const select = ({ db, actor }: Scope, ...conditions: SQL[]) =>
  db
    .select({
      id: tables.dashboardCategory.id,
      name: tables.dashboardCategory.name,
      cards,
      version: tables.dashboardCategory.version,
    })
    .from(tables.dashboardCategory)
    .where(ofCompany(tables.dashboardCategory, actor.companyId, ...conditions))
    .orderBy(byName({ actor }, tables.dashboardCategory.name))
    .limit(MAX_CATEGORIES)

export const listCategories = (scope: Scope): Promise<DashboardCategory[]> => select(scope)

async function one(scope: Scope, condition: SQL): Promise<DashboardCategory> {
  const [found] = await select(scope, condition)
  if (!found) throw refuseNotFound('category')
  return found
}

/** Returns the existing one if the name is taken. */
export async function createCategory(scope: Scope, name: string): Promise<DashboardCategory> {
  await scope.db
    .insert(tables.dashboardCategory)
    .values({ name, companyId: scope.actor.companyId })
    .onConflictDoNothing()
  return one(scope, eq(tables.dashboardCategory.name, name))
}

export const renameCategory = (
  scope: Scope,
  id: Id<'dashboardCategory'>,
  { name, version }: { name: string; version: number },
): Promise<DashboardCategory> =>
  updateVersioned(scope, tables.dashboardCategory, {
    id,
    version,
    read: () => one(scope, eq(tables.dashboardCategory.id, id)),
    set: () => ({ name }),
  })

/** Its cards lose their category; each journals that. */
export async function deleteCategory(scope: Scope, id: Id<'dashboardCategory'>): Promise<number> {
  const { name } = await one(scope, eq(tables.dashboardCategory.id, id))
  const { db, actor, clock } = scope
  const freed = await db
    .update(tables.dashboardItem)
    .set({ dashboardCategoryId: null, ...nextVersion(tables.dashboardItem, clock.now()) })
    .where(
      ofCompany(
        tables.dashboardItem,
        actor.companyId,
        eq(tables.dashboardItem.dashboardCategoryId, id),
      ),
    )
    .returning({ id: tables.dashboardItem.id, name: tables.dashboardItem.name })
  await db
    .delete(tables.dashboardCategory)
    .where(
      ofCompany(tables.dashboardCategory, actor.companyId, eq(tables.dashboardCategory.id, id)),
    )
  if (freed.length > 0)
    await scope.journal(
      ...freed.map((card) => ({
        entity: 'dashboardItem' as const,
        id: card.id,
        name: card.name,
        before: { category: name },
        after: { category: null },
      })),
    )
  return freed.length
}
