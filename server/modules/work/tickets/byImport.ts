/**
 * Tickets as an import writes them, with the times of the file. Notifies nobody and emits no event,
 * because the tickets are not new.
 */
import { inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { dueTimes } from '#contract/rules/ticketDue.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { endWorkOn } from '../workTime/index.ts'
import { targetCounters } from './initialState.ts'
import { readable, selectTickets, type Selected } from './rows.ts'
import { selectTicket, writeTicket } from './tickets.ts'

export type ImportedTicket = Omit<typeof tables.ticket.$inferInsert, 'companyId' | 'id' | 'version'>

export async function insertTickets(
  scope: Scope,
  rows: readonly ImportedTicket[],
): Promise<{ id: Id<'ticket'>; name: string }[]> {
  if (rows.length === 0) return []
  const { db, actor, clock, from } = scope
  const now = clock.now()
  const made = await db
    .insert(tables.ticket)
    .values(
      rows.map((row) => ({ ...row, companyId: actor.companyId, createdAt: now, updatedAt: now })),
    )
    .returning({ id: tables.ticket.id, name: tables.ticket.title })
  const stored = await selectTickets(
    scope,
    from.tickets(
      inArray(
        tables.ticket.id,
        made.map(({ id }) => id),
      ),
    ),
  )
  await scope.journal(
    ...stored.map((after) => ({
      entity: 'ticket' as const,
      id: after.ticket.id,
      name: after.ticket.title,
      before: null,
      after: readable(after),
    })),
  )
  scope.changed('Ticket', 'Equipment')
  return made
}

export async function changeTicket(
  scope: Scope,
  id: Id<'ticket'>,
  version: number,
  change: Partial<ImportedTicket>,
): Promise<void> {
  const { state } = await writeTicket(scope, await selectTicket(scope, id), version, change)
  if (change.stateId !== undefined && (state.category === 'waiting' || state.category === 'closed'))
    await endWorkOn(scope, [id], { isClosing: state.category === 'closed' })
}

export async function deadlinesOf(
  scope: Scope,
  type: Selected['type'],
  { priority, openedAt }: Pick<ImportedTicket, 'priority' | 'openedAt'>,
) {
  const counterOf = await targetCounters(scope, [type])
  return dueTimes(type.targets, priority ?? type.defaultPriority, openedAt, counterOf(type))
}

export async function ticketsWithComments(
  { db, actor }: Scope,
  ids: readonly Id<'ticket'>[],
): Promise<ReadonlySet<number>> {
  const said = new Set<number>()
  for (const table of [
    tables.ticketComment,
    tables.ticketPhoto,
    tables.workEntry,
    tables.ticketCost,
    tables.stockMovement,
  ]) {
    const rows = await db
      .selectDistinct({ id: table.ticketId })
      .from(table)
      .where(ofCompany(table, actor.companyId, inArray(table.ticketId, [...ids])))
    for (const { id } of rows) if (id !== null) said.add(id)
  }
  return said
}

export async function deleteTickets(scope: Scope, ids: readonly Id<'ticket'>[]): Promise<void> {
  const { db, actor, from } = scope
  const before = await selectTickets(scope, from.tickets(inArray(tables.ticket.id, [...ids])))
  await db
    .delete(tables.ticket)
    .where(ofCompany(tables.ticket, actor.companyId, inArray(sql`${tables.ticket.id}`, [...ids])))
  await scope.journal(
    ...before.map((row) => ({
      entity: 'ticket' as const,
      id: row.ticket.id,
      name: row.ticket.title,
      before: readable(row),
      after: null,
    })),
  )
  scope.changed('Ticket', 'Equipment')
}
