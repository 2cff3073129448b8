import type { TreeNode } from '#contract/shapes.ts'
import { groupBy } from '#contract/rules/groupBy.ts'

export const TREE_MAXIMUM = 5_000

/**
 * The number of nodes beyond the bound, as a last branch. It cannot be chosen, like every value
 * with a `b`; no type has the id 0.
 */
const remainder = (count: number): TreeNode[] =>
  count > 0 ? [{ id: 0, title: `+${count}`, value: 'b0', children: [] }] : []

interface Named {
  id: number
  name: string
}

export function treeByType(
  types: readonly Named[],
  rows: readonly (Named & { typeId: number })[],
  total: number,
): TreeNode[] {
  const leaves = groupBy(rows, ({ typeId }) => typeId)
  const branches = types
    .filter(({ id }) => leaves.has(id))
    .map(({ id, name }) => ({
      id,
      title: name,
      value: `b${id}`,
      children: (leaves.get(id) ?? []).map((row) => ({
        id: row.id,
        title: row.name,
        value: String(row.id),
        children: [],
      })),
    }))
  return [...branches, ...remainder(total - rows.length)]
}
