/** What deactivating a person would break, from the reference index and their own open work. */
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { automation, procedure, rrule, session, ticket, ticketState } from '../../db/schema/index.ts'
import { count } from '../../kernel/lists.ts'
import { referrersOf } from '../../kernel/references.ts'
import type { Scope } from '../../kernel/scope.ts'
import { aboveCompanies } from '../../kernel/transaction.ts'
import { administratorsOf } from './administrators.ts'
import { one } from './rows.ts'

const SHOWN = 100

export async function impactOf(scope: Scope, id: Id<'user'>) {
  const { db, actor: { companyId, userId }, clock } = scope
  const { user: row } = await one(scope, id)
  const named = await referrersOf(db, companyId, { kind: 'user', id }, 'automation')
  const automations = named.length === 0 ? [] : await db.select({ id: automation.id, name: automation.name, procedure: procedure.name }).from(automation)
    .innerJoin(procedure, and(eq(procedure.companyId, automation.companyId), eq(procedure.id, automation.procedureId)))
    .where(and(eq(automation.companyId, companyId), inArray(sql`${automation.id}`, named))).orderBy(asc(automation.id)).limit(SHOWN)
  const planned = await referrersOf(db, companyId, { kind: 'user', id }, 'rrule')
  const schedules = planned.length === 0 ? [] : await db.select({
    id: rrule.id, name: sql<string>`coalesce(nullif(${rrule.name}, ''), ${procedure.name})`, isTheirsAlone: sql<boolean>`${rrule.userIds} = array[${id}]::int[] and ${rrule.roleIds} = '{}'`,
  }).from(rrule).innerJoin(procedure, and(eq(procedure.companyId, rrule.companyId), eq(procedure.id, rrule.procedureId)))
    .where(and(eq(rrule.companyId, companyId), isNull(rrule.deletedAt), inArray(sql`${rrule.id}`, planned))).orderBy(asc(rrule.id)).limit(SHOWN)
  const [open] = await db.select({ count }).from(ticket).innerJoin(ticketState, and(eq(ticketState.companyId, ticket.companyId), eq(ticketState.id, ticket.stateId)))
    .where(and(eq(ticket.companyId, companyId), eq(ticket.assigneeId, id), ne(ticketState.category, 'closed')))
  const [sessions] = await aboveCompanies(db, (system) => system.select({ count }).from(session)
    .where(and(eq(session.companyId, companyId), eq(session.userId, id), isNull(session.endedAt), sql`${session.expiresAt} > ${clock.now()}`)))
  const administrators = await administratorsOf(scope)
  const hindrance = !row.isActive ? 'inactive' as const : id === userId ? 'self' as const : administrators.length === 1 && administrators[0] === id ? 'lastAdministrator' as const : null
  return { automations, schedules, openTickets: open?.count ?? 0, sessions: sessions?.count ?? 0, hindrance }
}
