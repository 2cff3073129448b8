/**
 * Which sums stand for which days of some periods, and which days have to be counted by themselves.
 */
import type { Period } from './periods.ts'

export interface Span extends Period {
  id: number
}
export interface Covering {
  /** A sum, and the index of the period it belongs to. */
  spans: { id: number; bucket: number }[]
  /** What no sum stands for; neighbours are one, also across periods. */
  gaps: Period[]
}

/** More pieces than this are not worth their parts: everything is counted. */
const MAX_GAPS = 6

/**
 * The longest sum that begins where one stands, again and again. Each day of the periods is taken
 * exactly once.
 */
export function coverPeriods(periods: readonly Period[], spans: readonly Span[]): Covering {
  const covering: Covering = { spans: [], gaps: [] }
  const ordered = spans.toSorted(
    (one, other) => one.from.localeCompare(other.from) || other.to.localeCompare(one.to),
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
  return covering.gaps.length > MAX_GAPS ? uncovered(periods) : covering
}

export function uncovered(periods: readonly Period[]): Covering {
  const [first, last] = [periods[0], periods.at(-1)]
  return { spans: [], gaps: first && last ? [{ from: first.from, to: last.to }] : [] }
}

function addGap(gaps: Period[], gap: Period): void {
  const last = gaps.at(-1)
  if (last?.to === gap.from) last.to = gap.to
  else gaps.push(gap)
}
