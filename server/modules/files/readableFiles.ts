/** A file is readable with the record that uses it; an unused file by its uploader. */
import { and, eq, gte, lte, or, sql, type SQL } from 'drizzle-orm'
import { companySettings, file, procedureLog } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { hangsOnSeenEquipment } from '../equipmentFiles/index.ts'
import { hangsOnFloor } from '../venues/index.ts'
import { hangsOnSeenTicket } from '../tickets/index.ts'

/**
 * A log and its files are stored in one transaction, so only logs of about that time are searched.
 */
const AROUND = sql`interval '1 hour'`

export function readableFiles(scope: Scope): SQL | undefined {
  const { actor } = scope
  const isUploader = actor.userId === null ? sql`false` : eq(file.uploadedBy, actor.userId)
  return and(
    eq(file.companyId, actor.companyId),
    or(
      isUploader,
      isLogo(scope),
      hangsOnSeenLog(scope),
      hangsOnSeenEquipment(scope),
      hangsOnSeenTicket(scope),
      hangsOnFloor(scope),
    ),
  )
}

/** Every user may read the company's logo. */
const isLogo = ({ actor }: Scope) => sql`exists (select from ${companySettings}
  where ${companySettings.companyId} = ${actor.companyId}
  and ${companySettings.logoFileId} = ${file.id})`

function hangsOnSeenLog({ from }: Scope): SQL {
  const names = sql`(${procedureLog.answers} @> jsonb_build_array(jsonb_build_object('fileIds',
    jsonb_build_array(${file.id})))
    or ${procedureLog.answers} @> jsonb_build_array(jsonb_build_object('fileId', ${file.id})))`
  return sql`(${file.keptAt} is not null
    and exists (select from ${procedureLog} where ${from.procedureLogs(
      eq(procedureLog.doneBy, file.uploadedBy),
      gte(procedureLog.createdAt, sql`${file.keptAt} - ${AROUND}`),
      lte(procedureLog.createdAt, sql`${file.keptAt} + ${AROUND}`),
      names,
    )}))`
}
