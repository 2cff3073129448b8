/** The removed and added items of a list. If both are empty, only the order changed. */
export function betweenLists(
  before: readonly unknown[],
  after: readonly unknown[],
): { removed: unknown[]; added: unknown[]; isReordered: boolean } {
  const removed = without(before, after)
  const added = without(after, before)
  return { removed, added, isReordered: removed.length === 0 && added.length === 0 }
}

/** A multiset difference by value. */
function without(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const left = others.map(meaning)
  return list.filter((one) => {
    const at = left.indexOf(meaning(one))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Sorts keys, because the database does not keep their order. */
const meaning = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
