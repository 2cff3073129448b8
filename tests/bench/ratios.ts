/** Statistics of two builds that were measured in pairs. Pure. */
import type { Row } from './measures.ts'

export interface Pair {
  here: number
  there: number
}

export interface Ratio {
  /** Median of here / there over the pairs. */
  median: number
  low: number
  high: number
  /** Probability that the interval holds the true median, if pairs are independent. */
  coverage: number
}

/** Fewer pairs give no interval of 95 %, only their range. */
export const PAIRS_FOR_INTERVAL = 6
const OUTSIDE = 0.05

/**
 * The median ratio with its exact binomial interval: two order statistics, so no distribution is
 * assumed. Undefined unless all figures are positive, because a ratio to zero says nothing.
 */
export function ratioOf(pairs: readonly Pair[]): Ratio | undefined {
  if (pairs.length === 0) return undefined
  if (!pairs.every(({ here, there }) => isPositive(here) && isPositive(there))) return undefined
  const ratios = pairs.map(({ here, there }) => here / there).toSorted((a, b) => a - b)
  const cut = orderStatistic(ratios.length)
  const at = (index: number) => ratios[index] ?? Number.NaN
  return {
    median: Math.sqrt(at((ratios.length - 1) >> 1) * at(ratios.length >> 1)),
    low: at(cut),
    high: at(ratios.length - 1 - cut),
    coverage: 1 - 2 * atMost(cut, ratios.length),
  }
}

const isPositive = (value: number) => Number.isFinite(value) && value > 0

/** How many ratios to leave out at each end: the most that keep 95 %, or none. */
function orderStatistic(count: number): number {
  let cut = 0
  while (2 * atMost(cut + 1, count) <= OUTSIDE) cut += 1
  return cut
}

/** P(X <= most) of a fair coin thrown `count` times. */
function atMost(most: number, count: number): number {
  let term = 0.5 ** count
  let sum = term
  for (let heads = 1; heads <= most; heads += 1) {
    term *= (count - heads + 1) / heads
    sum += term
  }
  return sum
}

/** The rows that one build gave in each pair. */
export interface MeasuredPair {
  here: readonly Row[]
  there: readonly Row[]
}

export interface Figure {
  what: string
  where: string
  name: string
  pairs: Pair[]
  ratio: Ratio | undefined
}

/** Every numeric figure that both builds gave in every pair, in the order of the first pair. */
export function figuresOf(measured: readonly MeasuredPair[]): Figure[] {
  const [first] = measured
  return (first?.here ?? []).flatMap(({ what, where, values }) =>
    Object.keys(values).flatMap((name) => {
      const pairs = measured.flatMap(({ here, there }) => {
        const pair = [valueOf(here, what, where, name), valueOf(there, what, where, name)]
        const [mine, other] = pair
        return typeof mine === 'number' && typeof other === 'number'
          ? [{ here: mine, there: other }]
          : []
      })
      return pairs.length === measured.length
        ? [{ what, where, name, pairs, ratio: ratioOf(pairs) }]
        : []
    }),
  )
}

const valueOf = (rows: readonly Row[], what: string, where: string, name: string) =>
  rows.find((row) => row.what === what && row.where === where)?.values[name]

/** Says which interval a table shows. */
export function intervalName(pairs: number, coverage: number): string {
  const share = `${(100 * coverage).toFixed(1)} %`
  if (pairs === 1) return 'one pair: the interval is its only ratio'
  return pairs < PAIRS_FOR_INTERVAL
    ? `the interval is the range of ${pairs} pairs, which covers ${share}`
    : `the interval is the exact binomial one of the median of ${pairs} pairs, which covers ${share}`
}
