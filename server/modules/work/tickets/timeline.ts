import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { tickets as contract } from '#contract/tickets.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, isAnyId } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { entriesById, visibleEntries } from '../../foundation/journal/index.ts'
import { callEndsById, callsById } from '../calls/index.ts'
import { findingsById } from './findings.ts'
import { photosOfComments } from './photos.ts'
import { selectTicket } from './tickets.ts'

type Kind = 'comment' | 'finding' | 'change' | 'call' | 'callEnd'
type Answer = z.input<typeof contract.listTicketTimeline.response>

export async function listTimeline(
  scope: Scope,
  id: Id<'ticket'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Answer> {
  const { db, actor } = scope
  await selectTicket(scope, id)
  const ids = [id, ...(await mergedTickets(scope, id))]
  const commentsHere = ofCompany(
    tables.ticketComment,
    actor.companyId,
    inArray(tables.ticketComment.ticketId, ids),
  )
  const findingsHere = ofCompany(
    tables.ticketFinding,
    actor.companyId,
    inArray(tables.ticketFinding.ticketId, ids),
  )
  const changesHere = ofCompany(
    tables.journalEntry,
    actor.companyId,
    inArray(tables.journalEntry.entity, ['ticket', 'ticketTime', 'ticketCost']),
    eq(tables.journalEntry.entityId, id),
    visibleEntries(scope),
  )
  const callsHere = ofCompany(
    tables.dutyStep,
    actor.companyId,
    inArray(tables.dutyStep.ticketId, ids),
    isNotNull(tables.dutyStep.firedAt),
  )
  const endsHere = and(callsHere, eq(tables.dutyStep.step, 1), isNotNull(tables.dutyStep.endedWhy))
  const [ends] = await db.select({ count }).from(tables.dutyStep).where(endsHere)
  const [calls] = await db.select({ count }).from(tables.dutyStep).where(callsHere)
  const [comments] = await db.select({ count }).from(tables.ticketComment).where(commentsHere)
  const [findings] = await db.select({ count }).from(tables.ticketFinding).where(findingsHere)
  const [changes] = await db.select({ count }).from(tables.journalEntry).where(changesHere)
  const page = await db
    .select({
      kind: sql<Kind>`'comment'`.as('kind'),
      id: sql<number>`${tables.ticketComment.id}`.as('id'),
      at: sql`${tables.ticketComment.createdAt}`.as('at'),
    })
    .from(tables.ticketComment)
    .where(commentsHere)
    .unionAll(
      db
        .select({
          kind: sql<Kind>`'change'`.as('kind'),
          id: sql<number>`${tables.journalEntry.id}`.as('id'),
          at: sql`${tables.journalEntry.at}`.as('at'),
        })
        .from(tables.journalEntry)
        .where(changesHere),
    )
    .unionAll(
      db
        .select({
          kind: sql<Kind>`'finding'`.as('kind'),
          id: sql<number>`${tables.ticketFinding.id}`.as('id'),
          at: sql`${tables.ticketFinding.at}`.as('at'),
        })
        .from(tables.ticketFinding)
        .where(findingsHere),
    )
    .unionAll(
      db
        .select({
          kind: sql<Kind>`'call'`.as('kind'),
          id: sql<number>`${tables.dutyStep.id}`.as('id'),
          at: sql`${tables.dutyStep.firedAt}`.as('at'),
        })
        .from(tables.dutyStep)
        .where(callsHere),
    )
    .unionAll(
      db
        .select({
          kind: sql<Kind>`'callEnd'`.as('kind'),
          id: sql<number>`${tables.dutyStep.id}`.as('id'),
          at: sql`${tables.dutyStep.endedAt}`.as('at'),
        })
        .from(tables.dutyStep)
        .where(endsHere),
    )
    // a comment sent with a change is listed above it
    .orderBy(sql`at desc, kind desc, id desc`)
    .limit(limit)
    .offset(offset)
  const idsOf = (kind: Kind) => page.filter((row) => row.kind === kind).map((row) => row.id)
  const said = await commentsById(scope, idsOf('comment') as Id<'ticketComment'>[])
  const found = await findingsById(scope, idsOf('finding') as Id<'ticketFinding'>[])
  const callIds = idsOf('call')
  const called =
    callIds.length === 0
      ? new Map<number, never>()
      : await callsById(scope, isAnyId(tables.dutyStep.id, callIds))
  const endIds = idsOf('callEnd')
  const callEnds =
    endIds.length === 0
      ? new Map<number, never>()
      : await callEndsById(scope, isAnyId(tables.dutyStep.id, endIds))
  const changed = await entriesById(scope, idsOf('change') as Id<'journalEntry'>[])
  return {
    count: [comments, findings, changes, calls, ends].reduce(
      (sum, of) => sum + (of?.count ?? 0),
      0,
    ),
    rows: page.flatMap((row): Answer['rows'] => {
      if (row.kind === 'comment') {
        const comment = said.get(row.id)
        return comment === undefined ? [] : [comment]
      }
      if (row.kind === 'finding') {
        const finding = found.get(row.id)
        return finding === undefined ? [] : [finding]
      }
      if (row.kind === 'call') {
        const call = called.get(row.id)
        return call === undefined ? [] : [{ ...call, kind: 'call', id: row.id }]
      }
      if (row.kind === 'callEnd') {
        const end = callEnds.get(row.id)
        return end === undefined ? [] : [{ ...end, kind: 'callEnd', id: row.id }]
      }
      const entry = changed.get(row.id)
      return entry === undefined ? [] : [{ kind: 'change', id: entry.id, at: entry.at, entry }]
    }),
  }
}

/** Comments and logs of merged tickets are shown too, if the reader may see these tickets. */
async function mergedTickets({ db, from }: Scope, id: Id<'ticket'>): Promise<Id<'ticket'>[]> {
  const rows = await db
    .select({ id: tables.ticket.id })
    .from(tables.ticket)
    .where(from.tickets(eq(tables.ticket.mergedIntoId, id)))
  return rows.map((row) => row.id)
}

async function commentsById(scope: Scope, ids: Id<'ticketComment'>[]) {
  const { db, actor } = scope
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .select({ comment: tables.ticketComment, author: tables.user })
    .from(tables.ticketComment)
    .innerJoin(tables.user, joinOn(tables.user, tables.ticketComment.authorId))
    .where(ofCompany(tables.ticketComment, actor.companyId, inArray(tables.ticketComment.id, ids)))
  const photos = await photosOfComments(scope, ids)
  return new Map(
    rows.map(({ comment, author }) => [
      comment.id as number,
      {
        kind: 'comment' as const,
        id: comment.id,
        ticketId: comment.ticketId,
        at: comment.createdAt.toISOString(),
        author: { id: author.id, name: `${author.firstName} ${author.lastName}` },
        text: comment.text,
        isPublic: comment.isPublic,
        photos: photos.get(comment.id) ?? [],
      },
    ]),
  )
}
