/** What deactivating a person would break, from the reference index and their open work. */
import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { automation, procedure, rrule, session, ticket, ticketState } from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count } from '#kernel/data/listQueries.ts'
import { referrersOf } from '#kernel/events/references.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { administratorsOf } from './administrators.ts'
import { beyondOwnRights } from './ownRights.ts'
import { one, permissionsOf } from './rows.ts'

const SHOWN = 100
const among = (column: typeof automation.id | typeof rrule.id, ids: readonly number[]) =>
  ids.length === 0 ? sql`false` : inArray(sql`${column}`, [...ids])

export async function impactOf(scope: Scope, id: Id<'user'>) {
  const {
    db,
    from,
    actor: { companyId, userId },
    clock,
  } = scope
  const { user: row, roles } = await one(scope, id)
  const isBeyond =
    beyondOwnRights(scope.actor, null, { ...row, permissions: permissionsOf(roles) }).length > 0
  const named = await referrersOf(db, companyId, { kind: 'user', id }, 'automation')
  const automations =
    named.length === 0
      ? []
      : await db
          .select({ id: automation.id, name: automation.name, procedure: procedure.name })
          .from(automation)
          .innerJoin(procedure, joinOn(procedure, automation.procedureId))
          .where(from.automations(inArray(sql`${automation.id}`, named)))
          .orderBy(asc(automation.id))
          .limit(SHOWN)
  const planned = await referrersOf(db, companyId, { kind: 'user', id }, 'rrule')
  const isTheirsAlone = sql<boolean>`(${rrule.userIds} = array[${id}]::int[]
    and ${rrule.roleIds} = '{}')`
  const schedules =
    planned.length === 0
      ? []
      : await db
          .select({
            id: rrule.id,
            name: sql<string>`coalesce(nullif(${rrule.name}, ''), ${procedure.name})`,
            isTheirsAlone,
          })
          .from(rrule)
          .innerJoin(procedure, joinOn(procedure, rrule.procedureId))
          .where(from.rrules(inArray(sql`${rrule.id}`, planned)))
          // Schedules without another assignee come first: they end.
          .orderBy(desc(isTheirsAlone), asc(rrule.id))
          .limit(SHOWN)
  const [open] = await db
    .select({ count })
    .from(ticket)
    .innerJoin(ticketState, joinOn(ticketState, ticket.stateId))
    .where(
      and(
        eq(ticket.companyId, companyId),
        eq(ticket.assigneeId, id),
        ne(ticketState.category, 'closed'),
      ),
    )
  const [sessions] = await aboveCompanies(db, (system) =>
    system
      .select({ count })
      .from(session)
      .where(
        and(
          eq(session.companyId, companyId),
          eq(session.userId, id),
          isNull(session.endedAt),
          sql`${session.expiresAt} > ${clock.now()}`,
        ),
      ),
  )
  const administrators = await administratorsOf(scope)
  const hindrance = !row.isActive
    ? ('inactive' as const)
    : id === userId
      ? ('self' as const)
      : administrators.length === 1 && administrators[0] === id
        ? ('lastAdministrator' as const)
        : isBeyond
          ? ('moreRights' as const)
          : null
  const [there] = await db
    .select({
      n: sql<number>`((select count(*) from ${automation}
        where ${and(eq(automation.companyId, companyId), among(automation.id, named))})
      + (select count(*) from ${rrule}
      where ${and(eq(rrule.companyId, companyId), isNull(rrule.deletedAt), among(rrule.id, planned))}))::int`,
    })
    .from(sql`(select 1) as one`)
  const [seen] = await db
    .select({
      n: sql<number>`((select count(*) from ${automation}
        where ${from.automations(among(automation.id, named))})
      + (select count(*) from ${rrule} where ${from.rrules(among(rrule.id, planned))}))::int`,
    })
    .from(sql`(select 1) as one`)
  return {
    automations,
    schedules,
    hidden: (there?.n ?? 0) - (seen?.n ?? 0),
    openTickets: open?.count ?? 0,
    sessions: sessions?.count ?? 0,
    hindrance,
  }
}
