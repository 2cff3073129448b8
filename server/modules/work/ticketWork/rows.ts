import { desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { MAX_ENTRIES } from '#contract/rules/workTime.ts'
import type { ticketWorkCalls as contract } from '#contract/ticketWork/ticketWork.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { partsOfTicket } from '../inventory/index.ts'
import { recordsWork, seenTicket } from '../workTime/index.ts'

const entry = tables.workEntry
type Answer = z.input<typeof contract.getTicketWork.response>

/** Entries that the actor may see: their own, or all with the right. */
const seenEntries = ({ can, actor }: Scope) =>
  can('viewer|work')
    ? undefined
    : actor.userId === null
      ? sql`false`
      : eq(entry.userId, actor.userId)

export async function workOf(scope: Scope, ticketId: Id<'ticket'>): Promise<Answer> {
  const { db, actor, can } = scope
  await seenTicket(scope, ticketId)
  const rows = await db
    .select({ entry, person: tables.user })
    .from(entry)
    .leftJoin(tables.user, joinOn(tables.user, entry.userId))
    .where(ofCompany(entry, actor.companyId, eq(entry.ticketId, ticketId), seenEntries(scope)))
    .orderBy(desc(entry.startedAt), desc(entry.id))
    .limit(MAX_ENTRIES)
  const entries = rows.map(({ entry: row, person }) => ({
    id: row.id,
    person: person && { id: person.id, name: `${person.firstName} ${person.lastName}` },
    isOwn: row.userId !== null && row.userId === actor.userId,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    minutes: row.minutes,
    isFixed: row.isFixed,
    isToCheck: row.isToCheck,
    note: row.note,
    version: row.version,
  }))
  const running = entries.find(({ isOwn, endedAt }) => isOwn && endedAt === null)
  return {
    ticketId,
    isRecorded: await recordsWork(scope),
    entries,
    minutes: entries.reduce((sum, one) => sum + one.minutes, 0),
    seesOthers: can('viewer|work'),
    endedElsewhere: running === undefined ? null : await endedBy(scope, running.id),
    parts: await partsOfTicket(scope, ticketId),
  }
}

const former = alias(tables.workEntry, 'former')

/** The other ticket whose entry ended when this one started. */
async function endedBy({ db, actor, from }: Scope, id: Id<'workEntry'>) {
  const [found] = await db
    .select({ id: tables.ticket.id, title: tables.ticket.title })
    .from(entry)
    .innerJoin(
      former,
      sql`${former.companyId} = ${entry.companyId} and ${former.userId} = ${entry.userId}
        and ${former.endedAt} = ${entry.startedAt} and ${former.ticketId} <> ${entry.ticketId}`,
    )
    .innerJoin(tables.ticket, joinOn(tables.ticket, former.ticketId))
    .where(from.tickets(ofCompany(entry, actor.companyId, eq(entry.id, id), isNull(entry.endedAt))))
    .limit(1)
  return found ?? null
}
