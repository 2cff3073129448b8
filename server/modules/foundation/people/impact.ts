import { asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count } from '#kernel/data/listQueries.ts'
import { referrersOf } from '#kernel/events/references.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { administratorsOf } from './administrators.ts'
import { beyondOwnRights } from './ownRights.ts'
import { selectUser, permissionsOf } from './rows.ts'

const SHOWN = 100
const among = (
  column: typeof tables.automation.id | typeof tables.rrule.id | typeof tables.duty.id,
  ids: readonly number[],
) => (ids.length === 0 ? sql`false` : inArray(sql`${column}`, [...ids]))

export async function impactOf(scope: Scope, id: Id<'user'>) {
  const {
    db,
    from,
    actor: { companyId, userId },
    clock,
  } = scope
  const { user: row, roles } = await selectUser(scope, id)
  const isBeyond =
    beyondOwnRights(scope.actor, null, { ...row, permissions: permissionsOf(roles) }).length > 0
  const named = await referrersOf(db, companyId, { kind: 'user', id }, 'automation')
  const automations =
    named.length === 0
      ? []
      : await db
          .select({
            id: tables.automation.id,
            name: tables.automation.name,
            procedure: sql<string>`coalesce(${tables.procedure.name}, '')`,
          })
          .from(tables.automation)
          .leftJoin(tables.procedure, joinOn(tables.procedure, tables.automation.procedureId))
          .where(from.automations(inArray(sql`${tables.automation.id}`, named)))
          .orderBy(asc(tables.automation.id))
          .limit(SHOWN)
  const planned = await referrersOf(db, companyId, { kind: 'user', id }, 'rrule')
  const isTheirsAlone = sql<boolean>`(${tables.rrule.userIds} = array[${id}]::int[]
    and ${tables.rrule.roleIds} = '{}')`
  const schedules =
    planned.length === 0
      ? []
      : await db
          .select({
            id: tables.rrule.id,
            name: sql<string>`coalesce(nullif(${tables.rrule.name}, ''), ${tables.procedure.name})`,
            isTheirsAlone,
          })
          .from(tables.rrule)
          .innerJoin(tables.procedure, joinOn(tables.procedure, tables.rrule.procedureId))
          .where(from.rrules(inArray(sql`${tables.rrule.id}`, planned)))
          // Schedules without another assignee come first: they end.
          .orderBy(desc(isTheirsAlone), asc(tables.rrule.id))
          .limit(SHOWN)
  const duties = await db
    .select({ id: tables.duty.id, name: tables.duty.name })
    .from(tables.duty)
    .where(
      from.duties(
        among(tables.duty.id, await referrersOf(db, companyId, { kind: 'user', id }, 'duty')),
      ),
    )
    .orderBy(asc(tables.duty.id))
    .limit(SHOWN)
  const [open] = await db
    .select({ count })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .where(
      ofCompany(
        tables.ticket,
        companyId,
        eq(tables.ticket.assigneeId, id),
        ne(tables.ticketState.category, 'closed'),
      ),
    )
  const [sessions] = await aboveCompanies(db, (system) =>
    system
      .select({ count })
      .from(tables.session)
      .where(
        ofCompany(
          tables.session,
          companyId,
          eq(tables.session.userId, id),
          isNull(tables.session.endedAt),
          sql`${tables.session.expiresAt} > ${clock.now()}`,
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
      n: sql<number>`((select count(*) from ${tables.automation}
        where ${ofCompany(tables.automation, companyId, among(tables.automation.id, named))})
      + (select count(*) from ${tables.rrule}
      where ${ofCompany(tables.rrule, companyId, isNull(tables.rrule.deletedAt), among(tables.rrule.id, planned))}))::int`,
    })
    .from(sql`(select 1) as one`)
  const [seen] = await db
    .select({
      n: sql<number>`((select count(*) from ${tables.automation}
        where ${from.automations(among(tables.automation.id, named))})
      + (select count(*) from ${tables.rrule} where ${from.rrules(among(tables.rrule.id, planned))}))::int`,
    })
    .from(sql`(select 1) as one`)
  return {
    automations,
    schedules,
    duties,
    hidden: (there?.n ?? 0) - (seen?.n ?? 0),
    openTickets: open?.count ?? 0,
    sessions: sessions?.count ?? 0,
    hindrance,
  }
}
