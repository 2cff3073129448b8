/** Photos of a ticket: taken from the sender's own uploads, readable with the ticket. */
import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { photoMimes, type TicketPhoto } from '#contract/tickets.ts'
import { file, ticket, ticketPhoto } from '#db/schema/index.ts'
import { badInput, notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'

interface Home {
  ticketId: Id<'ticket'>
  /** Null if it was sent when the ticket was opened. */
  commentId: Id<'ticketComment'> | null
}

export async function savePhotos(
  { db, actor, clock }: Scope,
  home: Home,
  photoIds: readonly Id<'file'>[] = [],
): Promise<void> {
  if (photoIds.length === 0) return
  if (actor.userId === null) throw new Error('Only people send photos')
  if (new Set(photoIds).size !== photoIds.length)
    throw badInput('body.photoIds', 'duplicate', 'A photo is named twice.')
  const now = clock.now()
  // One statement, so that two concurrent calls cannot both get the same upload.
  const kept = await db
    .update(file)
    .set({ keptAt: now })
    .where(
      and(
        eq(file.companyId, actor.companyId),
        inArray(file.id, [...photoIds]),
        eq(file.uploadedBy, actor.userId),
        isNull(file.keptAt),
      ),
    )
    .returning({ id: file.id, mime: file.mime })
  if (kept.length !== photoIds.length) throw notThere('file', 'body.photoIds')
  if (kept.some(({ mime }) => !photoMimes.some((one) => one === mime)))
    throw badInput('body.photoIds', 'notAPicture', 'Only pictures are kept with a ticket.')
  await db.insert(ticketPhoto).values(
    photoIds.map((fileId) => ({
      ...home,
      companyId: actor.companyId,
      fileId,
      createdAt: now,
      updatedAt: now,
    })),
  )
}

export const photosOfTicket = async (scope: Scope, id: Id<'ticket'>): Promise<TicketPhoto[]> =>
  (await photosWhere(scope, eq(ticketPhoto.ticketId, id), isNull(ticketPhoto.commentId))).map(
    ({ photo }) => photo,
  )

export async function photosOfComments(
  scope: Scope,
  ids: readonly Id<'ticketComment'>[],
): Promise<Map<Id<'ticketComment'> | null, TicketPhoto[]>> {
  const rows =
    ids.length === 0 ? [] : await photosWhere(scope, inArray(ticketPhoto.commentId, [...ids]))
  return new Map(
    [...groupBy(rows, ({ commentId }) => commentId)].map(([commentId, its]) => [
      commentId,
      its.map(({ photo }) => photo),
    ]),
  )
}

const photosWhere = ({ db, actor }: Scope, ...conditions: SQL[]) =>
  db
    .select({
      commentId: ticketPhoto.commentId,
      photo: { id: file.id, name: file.name, mime: file.mime },
    })
    .from(ticketPhoto)
    .innerJoin(file, joinOn(file, ticketPhoto.fileId))
    .where(and(eq(ticketPhoto.companyId, actor.companyId), ...conditions))
    .orderBy(asc(ticketPhoto.id))

/** Over files: true for photos of tickets that the actor may see. */
export const hangsOnSeenTicket = ({ from }: Scope): SQL =>
  sql`exists (select from ${ticketPhoto} join ${ticket}
    on ${ticket.companyId} = ${ticketPhoto.companyId} and ${ticket.id} = ${ticketPhoto.ticketId}
    where ${ticketPhoto.fileId} = ${file.id}
    and ${from.tickets(eq(ticketPhoto.companyId, file.companyId))})`
