interface Range {
  from: number
  to: number
}

/** Spreads names to avoid overlaps: keeps their order, and stays in the range if all fit. */
export function spreadNames(
  wanted: readonly number[],
  room: number,
  { from, to }: Range,
): number[] {
  const order = wanted.map((_, index) => index).toSorted((a, b) => at(wanted, a) - at(wanted, b))
  const placed = [...wanted]
  let last = from - room
  for (const index of order) {
    last = Math.max(at(wanted, index), last + room)
    placed[index] = last
  }
  let next = Math.max(to, from + (wanted.length - 1) * room) + room
  for (const index of order.toReversed()) {
    next = Math.min(at(placed, index), next - room)
    placed[index] = next
  }
  return placed
}

const at = (list: readonly number[], index: number) => list[index] ?? 0
