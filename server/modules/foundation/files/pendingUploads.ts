import { isNull, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { tooMany } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

const MAX_UNKEPT = { ofPerson: 300 * 1024 ** 2, ofCompany: 3 * 1024 ** 3 } as const
/**
 * Seconds for Retry-After. Unused uploads are deleted within a day, so a retry in an hour may
 * succeed.
 */
const LOOK_AGAIN_SECONDS = 3_600

/**
 * Uploads wait until an answer, ticket or plan uses them. Without a limit, a user could fill the
 * disk that all companies share.
 */
export async function refuseTooManyPendingUploads({ transaction, actor }: Scope): Promise<void> {
  const [unkept] = await transaction(({ db }) =>
    db
      .select({
        ofPerson: sql<number>`coalesce(sum(${tables.file.size})
          filter (where ${tables.file.uploadedBy} = ${actor.userId}), 0)::float8`,
        ofCompany: sql<number>`coalesce(sum(${tables.file.size}), 0)::float8`,
      })
      .from(tables.file)
      .where(ofCompany(tables.file, actor.companyId, isNull(tables.file.keptAt))),
  )
  if (
    unkept &&
    (unkept.ofPerson >= MAX_UNKEPT.ofPerson || unkept.ofCompany >= MAX_UNKEPT.ofCompany)
  )
    throw tooMany(LOOK_AGAIN_SECONDS)
}
