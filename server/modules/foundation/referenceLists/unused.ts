import type { Scope } from '#kernel/access/scope.ts'
import { listItems, removeItem } from './lists.ts'
import { ownLists } from './routes.ts'

type ListName = keyof typeof ownLists

export async function usedEntries(
  scope: Scope,
  list: ListName,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const question = { ids, limit: ids.length, offset: 0 }
  const { rows } = await listItems<object>(ownLists[list], scope, question)
  return new Set(rows.flatMap(({ id, usedBy, namedBy }) => (usedBy + namedBy > 0 ? [id] : [])))
}

/** Throws 409 if one is in use, also by deleted records. */
export async function removeEntries(
  scope: Scope,
  list: ListName,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) await removeItem(ownLists[list], scope, id)
}
