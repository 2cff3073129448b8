/**
 * Chooses which rollups cover which days of the periods, and which days must be counted from rows.
 */
import { compareCodes } from '#contract/rules/inOrder.ts'
import type { Period } from './periods.ts'

export interface Span extends Period {
  id: number
}
export interface Covering {
  spans: { id: number; bucket: number }[]
  /** Days without a rollup. Adjacent gaps are merged, also across periods. */
  gaps: Period[]
}

/** With more gaps, one count over all rows is cheaper. */
const MAX_GAPS = 6

/**
 * Greedy: takes the longest rollup that starts at the current day. Each day is covered exactly
 * once.
 */
export function chooseRollups(periods: readonly Period[], spans: readonly Span[]): Covering {
  const covering: Covering = { spans: [], gaps: [] }
  const ordered = spans.toSorted(
    (one, other) => compareCodes(one.from, other.from) || compareCodes(other.to, one.to),
  )
  periods.forEach((period, bucket) => {
    let at = period.from
    while (at < period.to) {
      const next = ordered.find(({ from, to }) => from >= at && to <= period.to)
      if (next?.from === at) {
        covering.spans.push({ id: next.id, bucket })
        at = next.to
      } else {
        const to = next?.from ?? period.to
        addGap(covering.gaps, { from: at, to })
        at = to
      }
    }
  })
  return covering.gaps.length > MAX_GAPS ? uncoveredPeriods(periods) : covering
}

export function uncoveredPeriods(periods: readonly Period[]): Covering {
  const [first, last] = [periods[0], periods.at(-1)]
  return { spans: [], gaps: first && last ? [{ from: first.from, to: last.to }] : [] }
}

function addGap(gaps: Period[], gap: Period): void {
  const last = gaps.at(-1)
  if (last?.to === gap.from) last.to = gap.to
  else gaps.push(gap)
}
