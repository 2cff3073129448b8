import { eq } from 'drizzle-orm'
import { addDays } from '#contract/dashboards/periods.ts'
import { calendarDay } from '#contract/formatters.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** The ticket if the actor may see it. Throws 404 otherwise. */
export async function seenTicket({ db, from }: Scope, id: Id<'ticket'>) {
  const [found] = await db
    .select({
      id: tables.ticket.id,
      title: tables.ticket.title,
      openedAt: tables.ticket.openedAt,
      mergedIntoId: tables.ticket.mergedIntoId,
      category: tables.ticketState.category,
    })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .where(from.tickets(eq(tables.ticket.id, id)))
  if (!found) throw refuseNotFound('ticket')
  return found
}

/**
 * The ticket, locked, so that its bounds hold when several people write at once. Throws 409 if it
 * was merged.
 */
export async function lockedTicket(scope: Scope, id: Id<'ticket'>) {
  await scope.db
    .select({ id: tables.ticket.id })
    .from(tables.ticket)
    .where(ofCompany(tables.ticket, scope.actor.companyId, eq(tables.ticket.id, id)))
    .for('no key update')
  const ticket = await seenTicket(scope, id)
  if (ticket.mergedIntoId !== null)
    throw conflict('The ticket was merged into another one.', [
      { path: 'id', code: 'ticketMerged', message: String(ticket.mergedIntoId) },
    ])
  return ticket
}

/** Tickets are opened after the work too, but not long after: an older day is mistyped. */
const DAYS_BEFORE_TICKET = 366

/** Refuses a day of work or of a cost that is in the future, or long before the ticket. */
export function refuseOtherDay(
  { clock, actor }: Scope,
  { openedAt }: { openedAt: Date },
  day: string,
): void {
  if (day > calendarDay(clock.now(), actor.timezone))
    throw badInput('body.day', 'future', 'It is entered on its day or later.')
  const first = addDays(calendarDay(openedAt, actor.timezone), -DAYS_BEFORE_TICKET)
  if (day < first) throw badInput('body.day', 'beforeTicket', first)
}

export async function recordsWork({ db, actor }: Scope): Promise<boolean> {
  const [settings] = await db
    .select({ recordsWork: tables.companySettings.recordsWork })
    .from(tables.companySettings)
    .where(ofCompany(tables.companySettings, actor.companyId))
  return settings?.recordsWork === true
}
