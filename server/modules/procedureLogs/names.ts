/** What people, files and items are called now that a log's answers speak of. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { UsedItem } from '#contract/automation/facts'
import type { GivenAnswer } from '#contract/survey'
import { file, inventoryItem, user } from '../../db/schema/index.ts'
import type { Scope } from '../../kernel/scope.ts'

export const filesOf = (answers: readonly GivenAnswer[]) =>
  answers.flatMap((answer) =>
    answer.kind === 'file' ? answer.fileIds : answer.kind === 'signature' ? [answer.fileId] : [],
  )

export async function namesIn(
  scope: Scope,
  { answers, used }: { answers: readonly GivenAnswer[]; used: readonly UsedItem[] },
) {
  const { db, actor } = scope
  const userIds = answers.flatMap((answer) => (answer.kind === 'user' ? [answer.userId] : []))
  const fileIds = filesOf(answers)
  const people =
    userIds.length === 0
      ? []
      : await db
          .select({ id: user.id, firstName: user.firstName, lastName: user.lastName })
          .from(user)
          .where(and(eq(user.companyId, actor.companyId), inArray(user.id, userIds)))
  const files =
    fileIds.length === 0
      ? []
      : await db
          .select({ id: file.id, name: file.name, mime: file.mime, size: file.size })
          .from(file)
          .where(and(eq(file.companyId, actor.companyId), inArray(file.id, fileIds)))
  return {
    used: await usedOf(scope, used),
    users: people.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
    files,
  }
}

async function usedOf({ db, actor }: Scope, used: readonly UsedItem[]) {
  if (used.length === 0) return []
  const items = await db
    .select({ id: inventoryItem.id, name: inventoryItem.name, unit: inventoryItem.unit })
    .from(inventoryItem)
    .where(
      and(
        eq(inventoryItem.companyId, actor.companyId),
        inArray(
          sql`${inventoryItem.id}`,
          used.map(({ itemId }) => itemId),
        ),
      ),
    )
  return used.map((line) => ({
    ...line,
    name: items.find(({ id }) => id === line.itemId)?.name ?? '',
    unit: items.find(({ id }) => id === line.itemId)?.unit ?? '',
  }))
}
