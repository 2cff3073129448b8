/** Merges two versions of a list of rows with ids, such as the questions of a procedure. */
interface Row {
  id: number | string
}

interface Order<R extends Row> {
  from: readonly R[]
  mine: readonly R[]
  theirs: readonly R[]
  merge(from: R, mine: R, theirs: R): R
  /** An unchanged row of ours that must stay although the other person deleted it. */
  isNeeded?(row: R): boolean
}

/**
 * Keeps only our changes since `from`. A row that they deleted returns if we changed it; a row that
 * we deleted stays deleted. Their order wins unless we moved a row. A row only on one side keeps
 * its predecessor.
 */
export function mergeRows<R extends Row>({ from, mine, theirs, merge, isNeeded }: Order<R>): R[] {
  const [before, ours, others] = [from, mine, theirs].map(byId) as Three<Map<Row['id'], R>>
  const merged = new Map<Row['id'], R>()
  for (const row of mine) {
    const [old, other] = [before.get(row.id), others.get(row.id)]
    if (other !== undefined) merged.set(row.id, merge(old ?? other, row, other))
    else if (old === undefined || !isSame(row, old) || isNeeded?.(row) === true)
      merged.set(row.id, row)
  }
  for (const row of theirs) if (!ours.has(row.id) && !before.has(row.id)) merged.set(row.id, row)

  const isKept = (row: R) => merged.has(row.id)
  const [first, second] = hasMoved(from, mine) ? [mine, theirs] : [theirs, mine]
  const order = first.filter(isKept).map(({ id }) => id)
  for (const [index, { id }] of second.entries())
    if (merged.has(id) && !order.includes(id))
      order.splice(placeBehind(order, second, index), 0, id)
  return order.flatMap((id) => merged.get(id) ?? [])
}

type Three<T> = [T, T, T]
const byId = <R extends Row>(rows: readonly R[]) => new Map(rows.map((row) => [row.id, row]))
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function hasMoved(from: readonly Row[], now: readonly Row[]): boolean {
  const [before, after] = [new Set(from.map(({ id }) => id)), new Set(now.map(({ id }) => id))]
  const common = (rows: readonly Row[]) =>
    rows.map(({ id }) => id).filter((id) => before.has(id) && after.has(id))
  return !isSame(common(from), common(now))
}

/** The index for `rows[index]`: behind its nearest predecessor in `order`. */
function placeBehind(order: readonly Row['id'][], rows: readonly Row[], index: number): number {
  for (let before = index - 1; before >= 0; before -= 1) {
    const place = order.indexOf(rows[before]?.id ?? '')
    if (place >= 0) return place + 1
  }
  return 0
}
