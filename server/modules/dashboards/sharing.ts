/** Sharing of dashboards, and a preview of what recipients would see. */
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ShareCheck } from '#contract/dashboards/dashboards.ts'
import type { Id } from '#contract/ids.ts'
import { dashboardShare, role, user } from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, searchIn } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { itemsOf, one, restrictionsOf } from './dashboards.ts'
import { countPart } from './numbers.ts'
import { calendarOf } from './questions.ts'
import { periodOf } from '#contract/dashboards/periods.ts'

interface Question {
  dashboardId: Id<'dashboard'>
  limit: number
  offset: number
  search?: string | undefined
  partOfDashboard?: 'true' | 'false' | undefined
}

const part = ({ actor }: Scope, dashboardId: number, who: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from ${dashboardShare}
    where ${dashboardShare.companyId} = ${actor.companyId}
    and ${dashboardShare.dashboardId} = ${dashboardId} and ${who})`
const asked = (isPart: SQL<boolean>, wanted: Question['partOfDashboard']) =>
  wanted === undefined ? undefined : wanted === 'true' ? isPart : sql`not ${isPart}`

export async function listRoles(
  scope: Scope,
  { dashboardId, limit, offset, search, partOfDashboard }: Question,
) {
  await one(scope, dashboardId)
  const isPart = part(scope, dashboardId, sql`${dashboardShare.roleId} = ${role.id}`)
  const where = and(
    eq(role.companyId, scope.actor.companyId),
    searchIn(sql`lower(${role.name})`, search),
    asked(isPart, partOfDashboard),
  )
  const [total] = await scope.db.select({ count }).from(role).where(where)
  const rows = await scope.db
    .select({ id: role.id, name: role.name, partOfDashboard: sql<boolean>`${isPart}` })
    .from(role)
    .where(where)
    .orderBy(asc(role.name), asc(role.id))
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows }
}

export async function listUsers(
  scope: Scope,
  { dashboardId, limit, offset, search, partOfDashboard }: Question,
) {
  await one(scope, dashboardId)
  const isPart = part(scope, dashboardId, sql`${dashboardShare.userId} = ${user.id}`)
  const name = sql<string>`${user.firstName} || ' ' || ${user.lastName}`
  const where = and(
    eq(user.companyId, scope.actor.companyId),
    eq(user.isActive, true),
    searchIn(sql`lower(${name})`, search),
    asked(isPart, partOfDashboard),
  )
  const [total] = await scope.db.select({ count }).from(user).where(where)
  const rows = await scope.db
    .select({ id: user.id, name, partOfDashboard: sql<boolean>`${isPart}` })
    .from(user)
    .where(where)
    .orderBy(asc(user.firstName), asc(user.lastName), asc(user.id))
    .limit(limit)
    .offset(offset)
  return { count: total?.count ?? 0, rows }
}

type Who =
  | { kind: 'role'; ids: readonly Id<'role'>[] }
  | { kind: 'user'; ids: readonly Id<'user'>[] }

export async function share(
  scope: Scope,
  dashboardId: Id<'dashboard'>,
  who: Who,
): Promise<{ changed: number }> {
  const home = await one(scope, dashboardId)
  await requireRows(scope, who.kind === 'role' ? role : user, who.ids, who.kind, 'body.data')
  if (who.ids.length === 0) return { changed: 0 }
  const before = await namesOf(scope, dashboardId)
  const rows =
    who.kind === 'role'
      ? who.ids.map((roleId) => ({ roleId }))
      : who.ids.map((userId) => ({ userId }))
  const made = await scope.db
    .insert(dashboardShare)
    .values(rows.map((row) => ({ ...row, dashboardId, companyId: scope.actor.companyId })))
    .onConflictDoNothing()
    .returning({ id: dashboardShare.id })
  await scope.journal({
    entity: 'dashboard',
    id: dashboardId,
    name: home.name,
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
  const home = await one(scope, dashboardId)
  await requireRows(scope, who.kind === 'role' ? role : user, who.ids, who.kind, 'body.data')
  if (who.ids.length === 0) return { changed: 0 }
  const before = await namesOf(scope, dashboardId)
  const those =
    who.kind === 'role'
      ? inArray(dashboardShare.roleId, [...who.ids])
      : inArray(dashboardShare.userId, [...who.ids])
  const gone = await scope.db
    .delete(dashboardShare)
    .where(
      and(
        eq(dashboardShare.companyId, scope.actor.companyId),
        eq(dashboardShare.dashboardId, dashboardId),
        those,
      ),
    )
    .returning({ id: dashboardShare.id })
  await scope.journal({
    entity: 'dashboard',
    id: dashboardId,
    name: home.name,
    before: { sharedWith: before },
    after: { sharedWith: await namesOf(scope, dashboardId) },
  })
  return { changed: gone.length }
}

async function namesOf({ db, actor }: Scope, dashboardId: Id<'dashboard'>): Promise<string[]> {
  const rows = await db
    .select({
      name: sql<string>`coalesce(${role.name}, ${user.firstName} || ' ' || ${user.lastName})`,
    })
    .from(dashboardShare)
    .leftJoin(role, joinOn(role, dashboardShare.roleId))
    .leftJoin(user, joinOn(user, dashboardShare.userId))
    .where(
      and(
        eq(dashboardShare.companyId, actor.companyId),
        eq(dashboardShare.dashboardId, dashboardId),
      ),
    )
    .orderBy(sql`1`)
    .limit(500)
  return rows.map(({ name }) => name)
}

/** Counts with that user's permissions, by the same condition as the user's own requests. */
export async function check(
  scope: Scope,
  dashboardId: Id<'dashboard'>,
  userId: Id<'user'>,
): Promise<ShareCheck> {
  const home = await one(scope, dashboardId)
  const [person] = await scope.db
    .select()
    .from(user)
    .where(and(eq(user.companyId, scope.actor.companyId), eq(user.id, userId)))
  if (!person) throw notThere('person', 'params.userId')
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
  const items = await itemsOf(scope, home)
  const cards: ShareCheck['cards'] = []
  for (const card of home.chapters.flatMap((chapter) => chapter.items)) {
    const item = items.get(card.id)
    if (item === undefined) continue
    const question = {
      type: item.type,
      range: item.range,
      filters: item.filters,
      restrictions: restrictionsOf(home),
      accessScope: home.isFiltered ? ('viewer' as const) : ('company' as const),
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
