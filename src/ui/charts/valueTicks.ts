/** Steps that people count in. */
const STEPS = [1, 2, 5, 10, 20, 25, 50] as const
const MAX_TICKS = 4

/**
 * The axis of values that are never above `most` (a percentage, a score), from `most` downwards;
 * null: they lie so far below that any round numbers do.
 */
export function ticksUpTo(most: number, values: readonly number[]): number[] | null {
  if (values.length === 0) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (low < 0 || high > most || most - high > (high - low) / 2) return null
  const step = STEPS.find((one) => (most - low) / one <= MAX_TICKS - 1) ?? most
  const below = Math.max(1, Math.ceil((most - low) / step))
  return Array.from({ length: below + 1 }, (_none, index) => most - (below - index) * step).filter(
    (tick) => tick >= 0,
  )
}
