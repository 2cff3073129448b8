import { MAX_ORG_DEPTH } from '#contract/orgEntities/orgEntities.ts'
import { groupBy } from './groupBy.ts'

interface Node {
  id: number
  parentId: number | null
}

/** From the root to the node. Stops at a cycle. */
export function orgPath<N extends Node>(nodes: ReadonlyMap<number, N>, id: number): N[] {
  const path: N[] = []
  for (
    let node = nodes.get(id);
    node !== undefined && !path.includes(node);
    node = node.parentId === null ? undefined : nodes.get(node.parentId)
  )
    path.unshift(node)
  return path
}

export function orgBelow(nodes: readonly Node[], ids: readonly number[]): Set<number> {
  const inside = groupBy(nodes, ({ parentId }) => parentId)
  const all = new Set<number>()
  const open = [...ids]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    if (!all.has(id)) {
      all.add(id)
      for (const node of inside.get(id) ?? []) open.push(node.id)
    }
  return all
}

/** Returns why a node must not be moved below another, or null if it may. */
export function orgFault(
  nodes: readonly Node[],
  id: number | null,
  parentId: number | null,
): 'circle' | 'tooDeep' | null {
  if (parentId === null) return null
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const above = orgPath(byId, parentId)
  if (id === null) return above.length + 1 > MAX_ORG_DEPTH ? 'tooDeep' : null
  const own = orgBelow(nodes, [id])
  if (own.has(parentId)) return 'circle'
  const depthOf = (one: number): number => orgPath(byId, one).length
  const height = Math.max(...[...own].map(depthOf)) - depthOf(id) + 1
  return above.length + height > MAX_ORG_DEPTH ? 'tooDeep' : null
}

const anyOrder = { compare: () => 0 }

/**
 * Parents before their children, each level by name. A node with an unknown parent counts as a
 * root.
 */
export function orgOrder<N extends Node & { name: string }>(
  nodes: readonly N[],
  names: Pick<Intl.Collator, 'compare'>,
): N[] {
  const known = new Set(nodes.map(({ id }) => id))
  const inside = groupBy(nodes, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  )
  const ordered: N[] = []
  const visit = (parent: number | null): void => {
    const own = (inside.get(parent) ?? []).toSorted(
      (one, other) => names.compare(one.name, other.name) || one.id - other.id,
    )
    for (const node of own) {
      ordered.push(node)
      visit(node.id)
    }
  }
  visit(null)
  return ordered
}

/** Totals of each node with all its descendants, in one pass from the leaves up. */
export function orgSums<N extends Node & { name: string }, K extends string>(
  nodes: readonly N[],
  ownOf: (node: N) => Readonly<Record<K, number>>,
): Map<number, Record<K, number>> {
  const sums = new Map<number, Record<K, number>>(
    nodes.map((node) => [node.id, { ...ownOf(node) }]),
  )
  for (const { id, parentId } of orgOrder(nodes, anyOrder).toReversed()) {
    const own = sums.get(id)
    const parent = parentId === null ? undefined : sums.get(parentId)
    if (own === undefined || parent === undefined) continue
    for (const [key, value] of Object.entries<number>(own)) parent[key as K] += value
  }
  return sums
}
