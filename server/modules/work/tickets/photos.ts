import { asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { photoMimes, type TicketPhoto } from '#contract/tickets.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
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
    .update(tables.file)
    .set({ keptAt: now })
    .where(
      ofCompany(
        tables.file,
        actor.companyId,
        inArray(tables.file.id, [...photoIds]),
        eq(tables.file.uploadedBy, actor.userId),
        isNull(tables.file.keptAt),
      ),
    )
    .returning({ id: tables.file.id, mime: tables.file.mime })
  if (kept.length !== photoIds.length) throw refuseNotFound('file', 'body.photoIds')
  if (kept.some(({ mime }) => !photoMimes.some((one) => one === mime)))
    throw badInput('body.photoIds', 'notAPicture', 'Only pictures are kept with a ticket.')
  await db.insert(tables.ticketPhoto).values(
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
  (
    await photosWhere(
      scope,
      eq(tables.ticketPhoto.ticketId, id),
      isNull(tables.ticketPhoto.commentId),
    )
  ).map(({ photo }) => photo)

export async function photosOfComments(
  scope: Scope,
  ids: readonly Id<'ticketComment'>[],
): Promise<Map<Id<'ticketComment'> | null, TicketPhoto[]>> {
  const rows =
    ids.length === 0
      ? []
      : await photosWhere(scope, inArray(tables.ticketPhoto.commentId, [...ids]))
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
      commentId: tables.ticketPhoto.commentId,
      photo: { id: tables.file.id, name: tables.file.name, mime: tables.file.mime },
    })
    .from(tables.ticketPhoto)
    .innerJoin(tables.file, joinOn(tables.file, tables.ticketPhoto.fileId))
    .where(ofCompany(tables.ticketPhoto, actor.companyId, ...conditions))
    .orderBy(asc(tables.ticketPhoto.id))

export const isFileOfVisibleTicket = ({ from }: Scope): SQL =>
  sql`(exists (select from ${tables.ticketPhoto} join ${tables.ticket}
    on ${tables.ticket.companyId} = ${tables.ticketPhoto.companyId} and ${tables.ticket.id} = ${tables.ticketPhoto.ticketId}
    where ${tables.ticketPhoto.fileId} = ${tables.file.id}
    and ${from.tickets(eq(tables.ticketPhoto.companyId, tables.file.companyId))})
  or exists (select from ${tables.ticketFinding} join ${tables.ticket}
    on ${tables.ticket.companyId} = ${tables.ticketFinding.companyId} and ${tables.ticket.id} = ${tables.ticketFinding.ticketId}
    where ${tables.ticketFinding.fileIds} @> array[${tables.file.id}]
    and ${from.tickets(eq(tables.ticketFinding.companyId, tables.file.companyId))}))`
