import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import {
  MAX_TICKET_LINKS,
  UNDO_MERGE_HOURS,
  type BriefTicket,
  type ticketLinks as contract,
  type TicketLinkKind,
} from '#contract/ticketLinks.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { count } from '#kernel/data/listQueries.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { stateOf } from './rows.ts'
import { selectTicket } from './tickets.ts'

type Answer = z.input<typeof contract.getTicketLinks.response>
type Brief = z.input<typeof contract.getTicketLinks.response>['merged'][number]

const UNDO_MERGE_MS = UNDO_MERGE_HOURS * 3_600_000
export const undoUntil = (mergedAt: Date): Date => new Date(mergedAt.getTime() + UNDO_MERGE_MS)

export async function listLinks(scope: Scope, id: Id<'ticket'>): Promise<Answer> {
  const { db, actor } = scope
  const { ticket: own } = await selectTicket(scope, id)
  const rows = await db
    .select()
    .from(tables.ticketLink)
    .where(ofCompany(tables.ticketLink, actor.companyId, touching(id)))
    .orderBy(asc(tables.ticketLink.id))
  const children = await db
    .select({ id: tables.ticket.id })
    .from(tables.ticket)
    .where(ofCompany(tables.ticket, actor.companyId, eq(tables.ticket.mergedIntoId, id)))
    .orderBy(asc(tables.ticket.mergedAt), asc(tables.ticket.id))
  const visible = await briefTickets(scope, [
    ...rows.flatMap(({ ticketId, otherId }) => [ticketId, otherId]),
    ...children.map((child) => child.id),
    ...(own.mergedIntoId === null ? [] : [own.mergedIntoId]),
  ])
  const links = rows.flatMap((row) => {
    const ticket = visible.get(row.ticketId === id ? row.otherId : row.ticketId)
    return ticket === undefined ? [] : [{ id: row.id, kind: kindFrom(id, row), ticket }]
  })
  return {
    links,
    hidden: rows.length - links.length,
    merged: children.flatMap((child) => visible.get(child.id) ?? []),
    mergedInto:
      own.mergedIntoId === null || own.mergedAt === null
        ? null
        : {
            ticket: visible.get(own.mergedIntoId) ?? null,
            at: own.mergedAt.toISOString(),
            undoUntil: undoUntil(own.mergedAt).toISOString(),
          },
  }
}

const touching = (id: Id<'ticket'>) =>
  or(eq(tables.ticketLink.ticketId, id), eq(tables.ticketLink.otherId, id))

const kindFrom = (
  id: Id<'ticket'>,
  { kind, ticketId }: typeof tables.ticketLink.$inferSelect,
): TicketLinkKind => (kind === 'relates' ? 'relates' : ticketId === id ? 'blocks' : 'blockedBy')

/** Only those that the reader may see. */
async function briefTickets(
  { db, from }: Scope,
  ids: readonly Id<'ticket'>[],
): Promise<ReadonlyMap<number, Brief>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: tables.ticket.id, title: tables.ticket.title, state: tables.ticketState })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .where(from.tickets(inArray(tables.ticket.id, [...new Set(ids)])))
  return new Map(rows.map(({ state, ...row }) => [row.id, { ...row, state: stateOf(state) }]))
}

export async function link(
  scope: Scope,
  id: Id<'ticket'>,
  otherId: BriefTicket['id'],
  kind: TicketLinkKind,
): Promise<Answer> {
  if (otherId === id)
    throw badInput('body.otherId', 'duplicate', 'A ticket is not linked to itself.')
  await selectTicket(scope, id)
  if (!(await briefTickets(scope, [otherId])).has(otherId))
    throw refuseNotFound('ticket', 'body.otherId')
  const { db, actor, clock } = scope
  for (const end of [id, otherId]) await refuseFull(scope, end)
  const [ticketId, other] = kind === 'blockedBy' ? [otherId, id] : [id, otherId]
  const [twin] = await db
    .select({ id: tables.ticketLink.id })
    .from(tables.ticketLink)
    .where(
      ofCompany(
        tables.ticketLink,
        actor.companyId,
        sql`(${tables.ticketLink.ticketId}, ${tables.ticketLink.otherId}) in ((${id}, ${otherId}), (${otherId}, ${id}))`,
      ),
    )
  const made =
    twin === undefined
      ? await db
          .insert(tables.ticketLink)
          .values({
            companyId: actor.companyId,
            ticketId,
            otherId: other,
            kind: kind === 'relates' ? 'relates' : 'blocks',
            createdAt: clock.now(),
            updatedAt: clock.now(),
          })
          .onConflictDoNothing()
          .returning({ id: tables.ticketLink.id })
      : []
  if (made.length === 0)
    throw conflict('These tickets are linked already.', [
      { path: 'body.otherId', code: 'alreadyThere', message: 'linked' },
    ])
  scope.changed({ type: 'Ticket', id }, { type: 'Ticket', id: otherId })
  return listLinks(scope, id)
}

async function refuseFull({ db, actor }: Scope, id: Id<'ticket'>): Promise<void> {
  const [found] = await db
    .select({ count })
    .from(tables.ticketLink)
    .where(ofCompany(tables.ticketLink, actor.companyId, touching(id)))
  if ((found?.count ?? 0) >= MAX_TICKET_LINKS)
    throw conflict('A ticket has at most so many links.', [
      { path: 'body.otherId', code: 'tooManyLinks', message: String(MAX_TICKET_LINKS) },
    ])
}

export async function unlink(
  scope: Scope,
  id: Id<'ticket'>,
  linkId: Id<'ticketLink'>,
): Promise<Answer> {
  await selectTicket(scope, id)
  const { db, actor } = scope
  const [gone] = await db
    .delete(tables.ticketLink)
    .where(
      ofCompany(tables.ticketLink, actor.companyId, eq(tables.ticketLink.id, linkId), touching(id)),
    )
    .returning({ ticketId: tables.ticketLink.ticketId, otherId: tables.ticketLink.otherId })
  if (!gone) throw refuseNotFound('link of this ticket')
  scope.changed({ type: 'Ticket', id: gone.ticketId }, { type: 'Ticket', id: gone.otherId })
  return listLinks(scope, id)
}
