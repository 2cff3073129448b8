/**
 * Merging closes tickets in favour of a kept ticket. Nothing is moved: the timeline of the kept ticket
 * reads the comments of all, so undo restores the tickets as they were.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { notifyTicketsMoved } from '../../foundation/alerts/index.ts'
import { endWorkOn } from '../workTime/index.ts'
import { undoUntil } from './links.ts'
import { refuseMerged } from './mergedTicket.ts'
import { readable, selectTickets, statesOf, type Selected } from './rows.ts'
import { selectTicket } from './tickets.ts'

export async function mergeInto(
  scope: Scope,
  id: Id<'ticket'>,
  ticketIds: readonly Id<'ticket'>[],
): Promise<void> {
  const ids = [...new Set(ticketIds)]
  if (ids.includes(id))
    throw badInput('body.ticketIds', 'duplicate', 'A ticket is not merged into itself.')
  await lock(scope, [id, ...ids])
  const kept = await selectTicket(scope, id)
  refuseMerged(kept)
  refuseClosed(kept, 'id')
  const merging = await selectTickets(scope, scope.from.tickets(inArray(tables.ticket.id, ids)))
  if (merging.length < ids.length) throw refuseNotFound('ticket', 'body.ticketIds')
  for (const one of merging) {
    refuseMerged(one)
    refuseClosed(one, 'body.ticketIds')
  }
  await refuseParents(scope, merging)
  const states = await statesOf(scope, [...new Set(merging.map(({ type }) => type.id))])
  for (const one of merging) await closeAsMerged(scope, one, kept, states)
  await scope.journal({
    entity: 'ticket',
    id,
    name: kept.ticket.title,
    before: { mergedFrom: null },
    after: { mergedFrom: merging.map(({ ticket }) => `#${ticket.id}`).join(', ') },
  })
  await addRepeats(
    scope,
    id,
    merging.reduce((sum, one) => sum + one.ticket.repeatCount + 1, 0),
  )
}

/** In the order of ids, so that two merges of the same tickets wait for each other. */
async function lock({ db, actor }: Scope, ids: readonly Id<'ticket'>[]): Promise<void> {
  await db
    .select({ id: tables.ticket.id })
    .from(tables.ticket)
    .where(ofCompany(tables.ticket, actor.companyId, inArray(tables.ticket.id, [...ids])))
    .orderBy(asc(tables.ticket.id))
    .for('update')
}

function refuseClosed({ ticket, state }: Selected, path: string): void {
  if (state.category === 'closed')
    throw conflict('Only open tickets are merged.', [
      { path, code: 'ticketClosed', message: ticket.title },
    ])
}

async function refuseParents({ db, actor }: Scope, merging: readonly Selected[]): Promise<void> {
  const ids = merging.map(({ ticket }) => ticket.id)
  const [parent] = await db
    .select({ id: tables.ticket.mergedIntoId })
    .from(tables.ticket)
    .where(ofCompany(tables.ticket, actor.companyId, inArray(tables.ticket.mergedIntoId, ids)))
    .limit(1)
  if (parent === undefined) return
  const title = merging.find(({ ticket }) => ticket.id === parent.id)?.ticket.title ?? ''
  throw conflict('Other tickets were merged into this one.', [
    { path: 'body.ticketIds', code: 'ticketHasMerged', message: title },
  ])
}

async function closeAsMerged(
  scope: Scope,
  before: Selected,
  kept: Selected,
  states: Awaited<ReturnType<typeof statesOf>>,
): Promise<void> {
  const end = states.find(
    ({ category, ticketTypeId }) => category === 'closed' && ticketTypeId === before.type.id,
  )
  if (end === undefined)
    throw conflict('This ticket type has no closed state.', [
      { path: 'body.ticketIds', code: 'noStates', message: before.type.name },
    ])
  const now = scope.clock.now()
  await write(scope, before, {
    stateId: end.id,
    closedAt: now,
    mergedIntoId: kept.ticket.id,
    mergedAt: now,
    mergedFromStateId: before.state.id,
  })
  await endWorkOn(scope, [before.ticket.id], { isClosing: true })
  await notifyTicketsMoved(scope, [before.ticket], end.name)
}

export async function undoMerge(scope: Scope, id: Id<'ticket'>): Promise<void> {
  const before = await selectTicket(scope, id)
  const { mergedIntoId, mergedAt, mergedFromStateId, repeatCount } = before.ticket
  if (mergedIntoId === null || mergedAt === null)
    throw conflict('The ticket was not merged.', [
      { path: 'id', code: 'undoneAlready', message: before.ticket.title },
    ])
  if (undoUntil(mergedAt) < scope.clock.now())
    throw conflict('A merge can be undone for a day.', [
      { path: 'id', code: 'mergeTooOld', message: before.ticket.title },
    ])
  const states = await statesOf(scope, [before.type.id])
  const state =
    states.find((one) => one.id === mergedFromStateId) ??
    states.find(({ category }) => category === 'open') ??
    before.state
  await write(scope, before, {
    stateId: state.id,
    closedAt: state.category === 'closed' ? before.ticket.closedAt : null,
    mergedIntoId: null,
    mergedAt: null,
    mergedFromStateId: null,
  })
  await addRepeats(scope, mergedIntoId, -(repeatCount + 1))
  await scope.journal({
    entity: 'ticket',
    id: mergedIntoId,
    name: await titleOf(scope, mergedIntoId),
    before: { mergedFrom: `#${id}` },
    after: { mergedFrom: null },
  })
  await notifyTicketsMoved(scope, [before.ticket], state.name)
}

async function titleOf({ db, actor }: Scope, id: Id<'ticket'>): Promise<string> {
  const [row] = await db
    .select({ title: tables.ticket.title })
    .from(tables.ticket)
    .where(ofCompany(tables.ticket, actor.companyId, eq(tables.ticket.id, id)))
  return row?.title ?? ''
}

async function write(
  scope: Scope,
  before: Selected,
  change: Partial<typeof tables.ticket.$inferInsert>,
): Promise<void> {
  const { db, actor, clock } = scope
  const { id } = before.ticket
  await db
    .update(tables.ticket)
    .set({ ...change, ...nextVersion(tables.ticket, clock.now()) })
    .where(ofCompany(tables.ticket, actor.companyId, eq(tables.ticket.id, id)))
  const after = await selectTicket(scope, id)
  await scope.journal({
    entity: 'ticket',
    id,
    name: after.ticket.title,
    before: readable(before),
    after: readable(after),
  })
  scope.changed('Ticket', { type: 'Ticket', id })
  if (after.ticket.equipmentId) scope.changed({ type: 'Equipment', id: after.ticket.equipmentId })
}

async function addRepeats({ db, actor, changed }: Scope, id: Id<'ticket'>, by: number) {
  await db
    .update(tables.ticket)
    .set({ repeatCount: sql`greatest(0, ${tables.ticket.repeatCount} + ${by})` })
    .where(ofCompany(tables.ticket, actor.companyId, eq(tables.ticket.id, id)))
  changed({ type: 'Ticket', id })
}
