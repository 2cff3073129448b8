/** Where names stand that wish for these heights and need room: the order stays, none covers another. */
export function apart(wanted: readonly number[], room: number): number[] {
  const order = wanted.map((_, index) => index).toSorted((a, b) => at(wanted, a) - at(wanted, b))
  const placed = [...wanted]
  let last = Number.NEGATIVE_INFINITY
  for (const index of order) {
    last = Math.max(at(wanted, index), last + room)
    placed[index] = last
  }
  return placed
}

const at = (list: readonly number[], index: number) => list[index] ?? 0
