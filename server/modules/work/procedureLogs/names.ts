import { inArray } from 'drizzle-orm'
import type { UsedItem } from '#contract/automation/facts.ts'
import type { Id } from '#contract/ids.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { filesOf, peopleOf, sealedUsedItems } from '../signedLogs/index.ts'

export async function namesIn(
  { db, actor: { companyId } }: Scope,
  { answers, used }: { answers: readonly GivenAnswer[]; used: readonly UsedItem[] },
) {
  const [items, users, files] = await Promise.all([
    sealedUsedItems(db, companyId, used),
    peopleOf(db, companyId, answers),
    filesNamed(db, companyId, filesOf(answers)),
  ])
  return { used: items, users, files }
}

async function filesNamed(db: Scope['db'], companyId: Id<'company'>, ids: readonly Id<'file'>[]) {
  if (ids.length === 0) return []
  return db
    .select({
      id: tables.file.id,
      name: tables.file.name,
      mime: tables.file.mime,
      size: tables.file.size,
    })
    .from(tables.file)
    .where(ofCompany(tables.file, companyId, inArray(tables.file.id, [...ids])))
}
