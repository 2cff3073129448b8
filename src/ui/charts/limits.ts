export interface Limits {
  lower: number | null
  upper: number | null
}

/** Returns the reading farther outside the limits, or null if both are inside. */
export function farthestOutsideLimits(
  { lower, upper }: Limits,
  low: number,
  high: number,
): number | null {
  const [below, above] = [
    lower === null ? 0 : Math.max(0, lower - low),
    upper === null ? 0 : Math.max(0, high - upper),
  ]
  if (below === 0 && above === 0) return null
  return above >= below ? high : low
}
