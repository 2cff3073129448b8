import { eq, gte, lte, or, sql, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

/**
 * A log and its files are stored in one transaction, so only logs of about that time are searched.
 */
const AROUND = sql`interval '1 hour'`

/** Condition that a record of a higher module, visible to the actor, uses the file. */
export type FileUse = (scope: Scope) => SQL

export function readableFiles(scope: Scope, uses: readonly FileUse[]): SQL | undefined {
  const { actor } = scope
  const isUploader = actor.userId === null ? sql`false` : eq(tables.file.uploadedBy, actor.userId)
  return ofCompany(
    tables.file,
    actor.companyId,
    or(isUploader, isLogo(scope), hangsOnSeenLog(scope), ...uses.map((isUsed) => isUsed(scope))),
  )
}

/** Every user may read the company's logo. */
const isLogo = ({ actor }: Scope) => sql`exists (select from ${tables.companySettings}
  where ${tables.companySettings.companyId} = ${actor.companyId}
  and ${tables.companySettings.logoFileId} = ${tables.file.id})`

function hangsOnSeenLog({ from }: Scope): SQL {
  const names = sql`(${tables.procedureLog.answers} @> jsonb_build_array(jsonb_build_object('fileIds',
    jsonb_build_array(${tables.file.id})))
    or ${tables.procedureLog.answers} @> jsonb_build_array(jsonb_build_object('fileId', ${tables.file.id})))`
  return sql`(${tables.file.keptAt} is not null
    and exists (select from ${tables.procedureLog} where ${from.procedureLogs(
      eq(tables.procedureLog.doneBy, tables.file.uploadedBy),
      gte(tables.procedureLog.createdAt, sql`${tables.file.keptAt} - ${AROUND}`),
      lte(tables.procedureLog.createdAt, sql`${tables.file.keptAt} + ${AROUND}`),
      names,
    )}))`
}
