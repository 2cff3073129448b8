import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

export async function openedBefore(
  { db, actor }: Scope,
  clientKey: string | undefined,
): Promise<Id<'ticket'> | null> {
  if (clientKey === undefined) return null
  const [found] = await db
    .select({ id: tables.ticket.id, by: tables.ticket.openerId })
    .from(tables.ticket)
    .where(ofCompany(tables.ticket, actor.companyId, eq(tables.ticket.clientKey, clientKey)))
  return found === undefined ? null : own(found, actor.userId).id
}

export async function findSentBefore(
  { db, actor }: Scope,
  ticketId: Id<'ticket'>,
  clientKey: string | undefined,
): Promise<boolean> {
  if (clientKey === undefined) return false
  const [found] = await db
    .select({ by: tables.ticketComment.authorId, ticketId: tables.ticketComment.ticketId })
    .from(tables.ticketComment)
    .where(
      ofCompany(
        tables.ticketComment,
        actor.companyId,
        eq(tables.ticketComment.clientKey, clientKey),
      ),
    )
  if (found === undefined) return false
  if (own(found, actor.userId).ticketId !== ticketId) throw someoneElses()
  return true
}

/**
 * Returns false if this change was made under this key before. Waits for a concurrent call with the
 * same key; a failed change rolls its key back.
 */
export async function isFirst(
  { db, actor, clock }: Scope,
  ticketId: Id<'ticket'>,
  clientKey: string | undefined,
): Promise<boolean> {
  const userId = actor.userId
  if (clientKey === undefined || userId === null) return true
  const [made] = await db
    .insert(tables.ticketChange)
    .values({
      companyId: actor.companyId,
      ticketId,
      userId,
      clientKey,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: tables.ticketChange.id })
  if (made !== undefined) return true
  const [found] = await db
    .select({ by: tables.ticketChange.userId, ticketId: tables.ticketChange.ticketId })
    .from(tables.ticketChange)
    .where(
      ofCompany(tables.ticketChange, actor.companyId, eq(tables.ticketChange.clientKey, clientKey)),
    )
  if (found === undefined) throw refuseStillRecording()
  if (found.ticketId !== ticketId) throw someoneElses()
  own(found, userId)
  return false
}

function own<Found extends { by: Id<'user'> | null }>(found: Found, userId: number | null): Found {
  if (found.by !== userId) throw someoneElses()
  return found
}

const someoneElses = () =>
  conflict('This key belongs to something else.', [
    { path: 'body.clientKey', code: 'alreadyThere', message: 'unique' },
  ])

export const refuseStillRecording = () =>
  conflict('This is being recorded already. Please try again.', [
    { path: 'body.clientKey', code: 'tryAgain', message: 'concurrent' },
  ])
