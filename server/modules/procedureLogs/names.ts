/** Current names of the people, files and items in a log's answers. */
import { and, eq, inArray } from 'drizzle-orm'
import type { UsedItem } from '#contract/automation/facts.ts'
import type { Id } from '#contract/ids.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import { file } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { filesOf, peopleOf, usedOf } from '../signedLogs/index.ts'

export async function namesIn(
  { db, actor: { companyId } }: Scope,
  { answers, used }: { answers: readonly GivenAnswer[]; used: readonly UsedItem[] },
) {
  const [items, users, files] = await Promise.all([
    usedOf(db, companyId, used),
    peopleOf(db, companyId, answers),
    filesNamed(db, companyId, filesOf(answers)),
  ])
  return { used: items, users, files }
}

async function filesNamed(db: Scope['db'], companyId: Id<'company'>, ids: readonly Id<'file'>[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: file.id, name: file.name, mime: file.mime, size: file.size })
    .from(file)
    .where(and(eq(file.companyId, companyId), inArray(file.id, [...ids])))
}
