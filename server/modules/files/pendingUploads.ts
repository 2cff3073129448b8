import { and, eq, isNull, sql } from 'drizzle-orm'
import { file } from '#db/schema/index.ts'
import { tooMany } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** What nothing keeps yet, in bytes: of one person, and of a company. */
const MAX_UNKEPT = { ofPerson: 300 * 1024 ** 2, ofCompany: 3 * 1024 ** 3 } as const
/** It is removed within a day; an hour later there may be room. */
const LOOK_AGAIN_SECONDS = 3_600

/**
 * Uploads wait to be kept by an answer, a ticket, a plan. Whoever uploads without end would fill the
 * disk that all companies share.
 */
export async function refuseTooManyPendingUploads({ transaction, actor }: Scope): Promise<void> {
  const [unkept] = await transaction(({ db }) =>
    db
      .select({
        ofPerson: sql<number>`coalesce(sum(${file.size})
          filter (where ${file.uploadedBy} = ${actor.userId}), 0)::float8`,
        ofCompany: sql<number>`coalesce(sum(${file.size}), 0)::float8`,
      })
      .from(file)
      .where(and(eq(file.companyId, actor.companyId), isNull(file.keptAt))),
  )
  if (
    unkept &&
    (unkept.ofPerson >= MAX_UNKEPT.ofPerson || unkept.ofCompany >= MAX_UNKEPT.ofCompany)
  )
    throw tooMany(LOOK_AGAIN_SECONDS)
}
