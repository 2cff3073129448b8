/**
 * Hands a leaving user's open tickets to another user, or unassigns them. Includes tickets hidden
 * from the actor.
 */
import { eq, inArray, ne } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { notifyTicketGiven } from '../../foundation/alerts/index.ts'
import { readable, selectTickets } from './rows.ts'
import { checkAssignee } from './tickets.ts'

export async function handOver(
  scope: Scope,
  from: Id<'user'>,
  to: Id<'user'> | null,
): Promise<void> {
  const { db, actor, clock } = scope
  if (to !== null) await checkAssignee(scope, to, 'body.ticketsTo')
  const theirs = ofCompany(
    tables.ticket,
    actor.companyId,
    eq(tables.ticket.assigneeId, from),
    ne(tables.ticketState.category, 'closed'),
  )
  const before = await selectTickets(scope, theirs)
  const ids = before.map((row) => row.ticket.id)
  if (ids.length === 0) return
  const own = ofCompany(tables.ticket, actor.companyId, inArray(tables.ticket.id, ids))
  await db
    .update(tables.ticket)
    .set({ assigneeId: to, ...nextVersion(tables.ticket, clock.now()) })
    .where(own)
  const after = new Map((await selectTickets(scope, own)).map((row) => [row.ticket.id, row]))
  await scope.journal(
    ...before.map((row) => {
      const now = after.get(row.ticket.id)
      return {
        entity: 'ticket' as const,
        id: row.ticket.id,
        name: row.ticket.title,
        before: readable(row),
        after: now ? readable(now) : null,
      }
    }),
  )
  for (const { ticket: row } of after.values()) await notifyTicketGiven(scope, row)
  scope.changed(...ids.map((id) => ({ type: 'Ticket' as const, id })))
}
