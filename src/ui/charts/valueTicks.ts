const STEPS = [1, 2, 5, 10, 20, 25, 50] as const
const MAX_TICKS = 4

/**
 * Ticks downward from `most` (a percentage, a score). Null if all values lie far below it, so that
 * round numbers serve better.
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
