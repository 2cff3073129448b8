/**
 * What automations do with tickets that are there: those open for the event's equipment or place.
 */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { ticket, ticketState } from '../../db/schema/index.ts'
import type { Scope } from '../../kernel/scope.ts'
import { selectTickets, statesOf, type Selected } from './rows.ts'
import { assign, changeState, one } from './tickets.ts'

interface Thing {
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
}

export const oneTicketOf = one

/**
 * Open ones of these types (null: of any), oldest first. A place means the tickets of the place
 * itself.
 */
export function openTicketsFor(
  scope: Scope,
  { equipmentId, locationId }: Thing,
  types: readonly Id<'ticketType'>[] | null,
): Promise<Selected[]> {
  const on =
    equipmentId !== null
      ? eq(ticket.equipmentId, equipmentId)
      : locationId !== null
        ? eq(ticket.locationId, locationId)
        : sql`false`
  return selectTickets(
    scope,
    and(
      eq(ticket.companyId, scope.actor.companyId),
      on,
      ne(ticketState.category, 'closed'),
      types === null ? undefined : inArray(ticket.typeId, [...types]),
    ) ?? sql`false`,
  ).orderBy(ticket.id)
}

/** False: it has this assignee already. */
export async function giveTicket(
  scope: Scope,
  { ticket: { id, version, assigneeId } }: Selected,
  to: Id<'user'> | null,
): Promise<boolean> {
  if (assigneeId === to) return false
  await assign(scope, id, { assigneeId: to, version })
  markChanged(scope, id)
  return true
}

/**
 * Moves each that may go there; answers those that moved, and how many the transitions of their
 * type hold back.
 */
export async function moveByRule(
  scope: Scope,
  rows: readonly Selected[],
  stateId: Id<'ticketState'>,
): Promise<{ moved: Id<'ticket'>[]; heldBack: number }> {
  const moving = rows.filter(({ ticket: row }) => row.stateId !== stateId)
  const free = moving.filter(
    ({ state }) => state.nextStateIds === null || state.nextStateIds.includes(stateId),
  )
  for (const {
    ticket: { id, version },
  } of free) {
    await changeState(scope, id, { stateId, version })
    markChanged(scope, id)
  }
  return { moved: free.map(({ ticket: { id } }) => id), heldBack: moving.length - free.length }
}

/** Each to the first closed state that it may go to; one whose transitions allow none stays. */
export async function closeByRule(
  scope: Scope,
  rows: readonly Selected[],
): Promise<Id<'ticket'>[]> {
  const closed: Id<'ticket'>[] = []
  for (const {
    ticket: { id, version, typeId },
    state,
  } of rows) {
    const ends = (await statesOf(scope, [typeId])).filter(({ category }) => category === 'closed')
    const next = ends.find(
      (end) => state.nextStateIds === null || state.nextStateIds.includes(end.id),
    )
    if (next === undefined) continue
    await changeState(scope, id, { stateId: next.id, version })
    markChanged(scope, id)
    closed.push(id)
  }
  return closed
}

function markChanged(scope: Scope, id: Id<'ticket'>): void {
  scope.changed('Ticket', { type: 'Ticket', id }, 'Journal', 'Equipment')
}
