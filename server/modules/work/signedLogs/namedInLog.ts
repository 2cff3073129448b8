import { inArray } from 'drizzle-orm'
import type { UsedItem } from '#contract/automation/facts.ts'
import type { Id } from '#contract/ids.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Db } from '#kernel/data/transaction.ts'

export const filesOf = (answers: readonly GivenAnswer[]): Id<'file'>[] =>
  answers.flatMap((answer) =>
    answer.kind === 'file' ? answer.fileIds : answer.kind === 'signature' ? [answer.fileId] : [],
  )

export const sealedFullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

export async function peopleOf(db: Db, companyId: Id<'company'>, answers: readonly GivenAnswer[]) {
  const ids = answers.flatMap((answer) => (answer.kind === 'user' ? [answer.userId] : []))
  if (ids.length === 0) return []
  const found = await db
    .select({
      id: tables.user.id,
      firstName: tables.user.firstName,
      lastName: tables.user.lastName,
    })
    .from(tables.user)
    .where(ofCompany(tables.user, companyId, inArray(tables.user.id, ids)))
    .orderBy(tables.user.id)
  return found.map((person) => ({ id: person.id, name: sealedFullName(person) }))
}

export async function sealedUsedItems(db: Db, companyId: Id<'company'>, used: readonly UsedItem[]) {
  if (used.length === 0) return []
  const items = await db
    .select({
      id: tables.inventoryItem.id,
      name: tables.inventoryItem.name,
      unit: tables.inventoryItem.unit,
    })
    .from(tables.inventoryItem)
    .where(
      ofCompany(
        tables.inventoryItem,
        companyId,
        inArray(
          tables.inventoryItem.id,
          used.map(({ itemId }) => itemId as Id<'inventoryItem'>),
        ),
      ),
    )
  const itemOf = new Map<number, (typeof items)[number]>(items.map((item) => [item.id, item]))
  return used.map(({ itemId, amount, discardedDoses }) => ({
    itemId,
    name: itemOf.get(itemId)?.name ?? '',
    unit: itemOf.get(itemId)?.unit ?? '',
    amount,
    discardedDoses,
  }))
}
