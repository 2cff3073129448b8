import type { CardNumber } from '#contract/dashboards/dashboardItems.ts'

/** Below this count, one row would turn the comparison around, so it gets no verdict. */
const MIN_TELLING_ROWS = 5

export const hasFewRows = ({ counted }: { counted: number }): boolean => counted < MIN_TELLING_ROWS

export interface Change {
  /** Difference in points, to one decimal. */
  by: number
  /** Null if nothing changed, or if one side has too few rows. */
  verdict: 'better' | 'worse' | null
}

/** Compares with the former period. Null if one side has no value. */
export function changeOf({
  value,
  counted,
  previous,
}: Pick<CardNumber, 'value' | 'counted' | 'previous'>): Change | null {
  if (value === null || previous.value === null) return null
  const by = Math.round((value - previous.value) * 10) / 10
  const isSaid = by !== 0 && !hasFewRows({ counted }) && !hasFewRows(previous)
  return { by, verdict: isSaid ? (by > 0 ? 'better' : 'worse') : null }
}

export const splitParts = ['doneInTime', 'doneLate', 'notDone', 'waiting'] as const
export type SplitPart = (typeof splitParts)[number]
type Parts = Pick<CardNumber, 'done' | Exclude<SplitPart, 'doneInTime'>>

export const partsOf = ({
  done,
  doneLate,
  notDone,
  waiting,
}: Parts): Record<SplitPart, number> => ({
  doneInTime: done - doneLate,
  doneLate,
  notDone,
  waiting,
})

export function splitOf(number: Parts): { part: SplitPart; share: number }[] {
  const parts = partsOf(number)
  const all = splitParts.reduce((sum, part) => sum + parts[part], 0)
  return splitParts
    .filter((part) => parts[part] > 0)
    .map((part) => ({ part, share: (parts[part] / all) * 100 }))
}
