/** What is safe, and what lies outside it. */
export interface Limits {
  lower: number | null
  upper: number | null
}

/** Of the lowest and the highest reading the one that lies farther outside; null: neither does. */
export function farthestBeyond({ lower, upper }: Limits, low: number, high: number): number | null {
  const [below, above] = [
    lower === null ? 0 : Math.max(0, lower - low),
    upper === null ? 0 : Math.max(0, high - upper),
  ]
  if (below === 0 && above === 0) return null
  return above >= below ? high : low
}
