/**
 * Hands open tickets to another user, or unassigns them: of a user who leaves or is absent, or those
 * that their assignees can no longer see or handle. Includes tickets hidden from the actor.
 */
import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { RightsChange, Whose } from '#contract/people/unableTickets.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { notifyTicketGiven } from '../../foundation/alerts/index.ts'
import { checkAssignee, isUnableAssignee } from '../assignees/index.ts'
import { changeAll } from './changeAll.ts'
import { selectTickets } from './rows.ts'

/** Hands over all open tickets of a user. */
export const handOver = (scope: Scope, from: Id<'user'>, to: Id<'user'> | null): Promise<void> =>
  handOverWhere(scope, openOf(scope, { userIds: [from] }), to)

/** Hands over the open tickets that their assignees cannot see or handle. */
export const handOverUnable = (scope: Scope, whose: Whose, to: Id<'user'> | null): Promise<void> =>
  handOverWhere(scope, and(openOf(scope, whose), isUnableAssignee()), to)

/** Counts the open tickets that their assignees could not see or handle with other rights. */
export async function countUnable(
  scope: Scope,
  whose: Whose,
  change: RightsChange,
): Promise<{ unable: number; all: number }> {
  const [found] = await scope.db
    .select({
      unable: sql<number>`(count(*) filter (where ${isUnableAssignee(change)}))::int`,
      all: count,
    })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .where(openOf(scope, whose))
  return found ?? { unable: 0, all: 0 }
}

const openOf = ({ actor }: Scope, whose: Whose): SQL | undefined =>
  ofCompany(
    tables.ticket,
    actor.companyId,
    'userIds' in whose
      ? isAnyId(tables.ticket.assigneeId, whose.userIds)
      : sql`${tables.ticket.assigneeId} in (select ${tables.userRole.userId} from ${tables.userRole}
          where ${ofCompany(tables.userRole, actor.companyId, eq(tables.userRole.roleId, whose.roleId))})`,
    ne(tables.ticketState.category, 'closed'),
  )

async function handOverWhere(
  scope: Scope,
  theirs: SQL | undefined,
  to: Id<'user'> | null,
): Promise<void> {
  if (to !== null)
    await checkAssignee(scope, to, { equipmentId: null, locationId: null }, 'body.ticketsTo')
  const before = await selectTickets(scope, theirs ?? sql`false`)
  const ids = before.map((row) => row.ticket.id)
  if (ids.length === 0) return
  const own = ofCompany(tables.ticket, scope.actor.companyId, inArray(tables.ticket.id, ids))
  const after = await changeAll(scope, before, { assigneeId: to })
  await refuseUnable(scope, own)
  for (const { ticket: row } of after) await notifyTicketGiven(scope, row)
  scope.changed('Ticket', ...ids.map((id) => ({ type: 'Ticket' as const, id })))
}

async function refuseUnable({ db }: Scope, given: SQL | undefined): Promise<void> {
  const [unable] = await db
    .select({ count })
    .from(tables.ticket)
    .where(and(given, isUnableAssignee()))
  if (unable !== undefined && unable.count > 0)
    throw conflict('The new assignee cannot see some of these tickets.', [
      { path: 'body.ticketsTo', code: 'cannotTakeAll', message: String(unable.count) },
    ])
}
