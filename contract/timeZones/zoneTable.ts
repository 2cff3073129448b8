/** The UTC offsets of one time zone over time. Pure. */
export interface ZoneTable {
  /** Sorted. Milliseconds since 1970 at which the next offset begins. */
  changes: readonly number[]
  /** Milliseconds east of UTC, one more than `changes`. */
  offsets: readonly number[]
}

/** Milliseconds east of UTC. */
export const offsetIn = (table: ZoneTable, at: number): number =>
  table.offsets[changesUpTo(table.changes, at)] ?? 0

export const DAY_MS = 86_400_000

export function toInstant(wall: number, offset: (at: number) => number): number {
  // Only the offsets of the day before and the day after can apply.
  const before = offset(wall - DAY_MS)
  const after = offset(wall + DAY_MS)
  if (before === after) return wall - before
  const [first, second] = [wall - Math.max(before, after), wall - Math.min(before, after)]
  if (first + offset(first) === wall) return first
  return second + offset(second) === wall ? second : wall - before
}

/** The number of changes at or before an instant. */
function changesUpTo(changes: readonly number[], at: number): number {
  let [low, high] = [0, changes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((changes[middle] ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1
    else high = middle
  }
  return low
}

export function cutTable({ changes, offsets }: ZoneTable, from: number, to: number): ZoneTable {
  const first = changesUpTo(changes, from)
  const last = changesUpTo(changes, to - 1)
  return { changes: changes.slice(first, last), offsets: offsets.slice(first, last + 1) }
}

export interface OffsetDifference {
  from: number
  /** Infinity if the tables never agree again. */
  to: number
  before: number
  after: number
}

export function tableDifferences(
  before: ZoneTable,
  after: ZoneTable,
  from: number,
): OffsetDifference[] {
  const instants = [...new Set([from, ...before.changes, ...after.changes])]
    .filter((at) => at >= from)
    .sort((one, other) => one - other)
  return instants.flatMap((at, index) => {
    const [old, fresh] = [offsetIn(before, at), offsetIn(after, at)]
    return old === fresh
      ? []
      : [{ from: at, to: instants[index + 1] ?? Infinity, before: old, after: fresh }]
  })
}

const MINUTE = 60_000

/** A table in whole minutes: short JSON for a page or a column. */
export interface StoredTable {
  /** Minutes since 1970. */
  changes: number[]
  /** Minutes east of UTC, one more than `changes`. */
  offsets: number[]
}

export const toStoredTable = ({ changes, offsets }: ZoneTable): StoredTable => ({
  changes: changes.map((at) => Math.round(at / MINUTE)),
  offsets: offsets.map((offset) => Math.round(offset / MINUTE)),
})

export const fromStoredTable = ({ changes, offsets }: StoredTable): ZoneTable => ({
  changes: changes.map((at) => at * MINUTE),
  offsets: offsets.map((offset) => offset * MINUTE),
})
