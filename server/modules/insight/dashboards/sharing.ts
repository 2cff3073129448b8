import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ShareCheck } from '#contract/dashboards/dashboards.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, folded, searchIn } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { itemsOf, selectDashboard, restrictionsOf } from './dashboards.ts'
import { countPart } from './numbers.ts'
import { periodOf } from '#contract/dashboards/periods.ts'

interface Question {
  dashboardId: Id<'dashboard'>
  limit: number
  offset: number
  search?: string | undefined
  partOfDashboard?: 'true' | 'false' | undefined
}

const part = ({ actor }: Scope, dashboardId: number, who: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from ${tables.dashboardShare}
    where ${tables.dashboardShare.companyId} = ${actor.companyId}
    and ${tables.dashboardShare.dashboardId} = ${dashboardId} and ${who})`
const asked = (isPart: SQL<boolean>, wanted: Question['partOfDashboard']) =>
  wanted === undefined ? undefined : wanted === 'true' ? isPart : sql`not ${isPart}`

export async function listRoles(
  scope: Scope,
  { dashboardId, limit, offset, search, partOfDashboard }: Question,
) {
  await selectDashboard(scope, dashboardId)
  const isPart = part(scope, dashboardId, sql`${tables.dashboardShare.roleId} = ${tables.role.id}`)
  const where = ofCompany(
    tables.role,
    scope.actor.companyId,
    searchIn(folded(tables.role.name), search),
    asked(isPart, partOfDashboard),
  )
  const [total] = await scope.db.select({ count }).from(tables.role).where(where)
  const rows = await scope.db
    .select({
      id: tables.role.id,
      name: tables.role.name,
      partOfDashboard: sql<boolean>`${isPart}`,
    })
    .from(tables.role)
    .where(where)
    .orderBy(byName(scope, tables.role.name), asc(tables.role.id))
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows }
}

export async function listUsers(
  scope: Scope,
  { dashboardId, limit, offset, search, partOfDashboard }: Question,
) {
  await selectDashboard(scope, dashboardId)
  const isPart = part(scope, dashboardId, sql`${tables.dashboardShare.userId} = ${tables.user.id}`)
  const name = sql<string>`${tables.user.firstName} || ' ' || ${tables.user.lastName}`
  const where = ofCompany(
    tables.user,
    scope.actor.companyId,
    eq(tables.user.isActive, true),
    searchIn(folded(name), search),
    asked(isPart, partOfDashboard),
  )
  const [total] = await scope.db.select({ count }).from(tables.user).where(where)
  const rows = await scope.db
    .select({ id: tables.user.id, name, partOfDashboard: sql<boolean>`${isPart}` })
    .from(tables.user)
    .where(where)
    .orderBy(
      byName(scope, tables.user.firstName),
      byName(scope, tables.user.lastName),
      asc(tables.user.id),
    )
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows }
}

type Who =
  | { kind: 'role'; ids: readonly Id<'role'>[] }
  | { kind: 'user'; ids: readonly Id<'user'>[] }

export async function shareDashboard(
  scope: Scope,
  dashboardId: Id<'dashboard'>,
  who: Who,
): Promise<{ changed: number }> {
  const dashboard = await selectDashboard(scope, dashboardId)
  await requireRows(
    scope,
    who.kind === 'role' ? tables.role : tables.user,
    who.ids,
    who.kind,
    'body.data',
  )
  if (who.ids.length === 0) return { changed: 0 }
  const before = await namesOf(scope, dashboardId)
  const rows =
    who.kind === 'role'
      ? who.ids.map((roleId) => ({ roleId }))
      : who.ids.map((userId) => ({ userId }))
  const made = await scope.db
    .insert(tables.dashboardShare)
    .values(rows.map((row) => ({ ...row, dashboardId, companyId: scope.actor.companyId })))
    .onConflictDoNothing()
    .returning({ id: tables.dashboardShare.id })
  await scope.journal({
    entity: 'dashboard',
    id: dashboardId,
    name: dashboard.name,
    before: { sharedWith: before },
    after: { sharedWith: await namesOf(scope, dashboardId) },
  })
  return { changed: made.length }
}

export async function unshare(
  scope: Scope,
  dashboardId: Id<'dashboard'>,
  who: Who,
): Promise<{ changed: number }> {
  const dashboard = await selectDashboard(scope, dashboardId)
  await requireRows(
    scope,
    who.kind === 'role' ? tables.role : tables.user,
    who.ids,
    who.kind,
    'body.data',
  )
  if (who.ids.length === 0) return { changed: 0 }
  const before = await namesOf(scope, dashboardId)
  const those =
    who.kind === 'role'
      ? inArray(tables.dashboardShare.roleId, [...who.ids])
      : inArray(tables.dashboardShare.userId, [...who.ids])
  const gone = await scope.db
    .delete(tables.dashboardShare)
    .where(
      ofCompany(
        tables.dashboardShare,
        scope.actor.companyId,
        eq(tables.dashboardShare.dashboardId, dashboardId),
        those,
      ),
    )
    .returning({ id: tables.dashboardShare.id })
  await scope.journal({
    entity: 'dashboard',
    id: dashboardId,
    name: dashboard.name,
    before: { sharedWith: before },
    after: { sharedWith: await namesOf(scope, dashboardId) },
  })
  return { changed: gone.length }
}

async function namesOf({ db, actor }: Scope, dashboardId: Id<'dashboard'>): Promise<string[]> {
  const name = sql<string>`coalesce(${tables.role.name}, ${tables.user.firstName} || ' ' || ${tables.user.lastName})`
  const rows = await db
    .select({ name })
    .from(tables.dashboardShare)
    .leftJoin(tables.role, joinOn(tables.role, tables.dashboardShare.roleId))
    .leftJoin(tables.user, joinOn(tables.user, tables.dashboardShare.userId))
    .where(
      ofCompany(
        tables.dashboardShare,
        actor.companyId,
        eq(tables.dashboardShare.dashboardId, dashboardId),
      ),
    )
    .orderBy(byName({ actor }, name), asc(tables.dashboardShare.id))
    .limit(500)
  return rows.map(({ name }) => name)
}

export async function checkSharing(
  scope: Scope,
  dashboardId: Id<'dashboard'>,
  userId: Id<'user'>,
): Promise<ShareCheck> {
  const dashboard = await selectDashboard(scope, dashboardId)
  const [person] = await scope.db
    .select()
    .from(tables.user)
    .where(ofCompany(tables.user, scope.actor.companyId, eq(tables.user.id, userId)))
  if (!person) throw refuseNotFound('person', 'params.userId')
  const eyes = {
    db: scope.db,
    clock: scope.clock,
    actor: {
      ...scope.actor,
      userId,
      equipmentTypeIds: person.allEquipment ? null : person.equipmentTypeIds,
      locationTypeIds: person.allLocations ? null : person.locationTypeIds,
      procedureTypeIds: person.allProcedures ? null : person.procedureTypeIds,
    },
  }
  const calendar = await calendarOf(scope)
  const items = await itemsOf(scope, dashboard)
  const cards: ShareCheck['cards'] = []
  for (const card of dashboard.chapters.flatMap((chapter) => chapter.items)) {
    const item = items.get(card.id)
    if (item === undefined) continue
    const question = {
      type: item.type,
      range: item.range,
      filters: item.filters,
      restrictions: restrictionsOf(dashboard),
      accessScope: dashboard.isFiltered ? ('viewer' as const) : ('company' as const),
    }
    const period = periodOf(item.range, calendar.today, calendar.weekStart)
    const all = await countPart(
      eyes,
      { ...question, accessScope: 'company' },
      period,
      calendar,
      'counted',
    )
    const counted =
      question.accessScope === 'company'
        ? all
        : await countPart(eyes, question, period, calendar, 'counted')
    cards.push({ id: card.id, name: item.name, counted, beyondRights: all - counted })
  }
  return {
    name: `${person.firstName} ${person.lastName}`,
    seesData: cards.filter(({ counted }) => counted > 0).length,
    cards,
  }
}
