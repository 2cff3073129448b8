import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { named } from '#kernel/events/journal.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

interface Log {
  id: Id<'procedureLog'>
  procedure: { id: Id<'procedure'>; name: string }
}

/** Throws 404 if the ticket is hidden. */
export async function requireTicket(
  { db, from }: Scope,
  ticketId: Id<'ticket'> | undefined,
): Promise<void> {
  if (ticketId === undefined) return
  const found = await db
    .select({ id: tables.ticket.id })
    .from(tables.ticket)
    .where(from.tickets(eq(tables.ticket.id, ticketId)))
  if (found.length === 0) throw refuseNotFound('ticket', 'body.ticketId')
}

/** The log belongs to the ticket that it was performed for. */
export async function attachToTicket(
  scope: Scope,
  ticketId: Id<'ticket'>,
  { id, procedure }: Log,
): Promise<void> {
  const { db, actor, from, clock } = scope
  const [ticket] = await db
    .select({ title: tables.ticket.title })
    .from(tables.ticket)
    .where(from.tickets(eq(tables.ticket.id, ticketId)))
  if (ticket === undefined) return
  await db.insert(tables.ticketCheck).values({
    companyId: actor.companyId,
    ticketId,
    procedureLogId: id,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  })
  await scope.journal({
    entity: 'ticket',
    id: ticketId,
    name: ticket.title,
    before: { performed: null },
    after: { performed: named('procedure', procedure) },
  })
  scope.changed('Ticket', { type: 'Ticket', id: ticketId })
}
