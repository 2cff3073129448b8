/** What a number on a card may be said to mean. */
import type { CardNumber } from '#contract/dashboards/dashboardItems.ts'

/** Of fewer rows one more or less turns the number: it is shown without a verdict. */
const MIN_TELLING_ROWS = 5

export const isOfFew = ({ counted }: { counted: number }): boolean => counted < MIN_TELLING_ROWS

export interface Change {
  /** In points, to one decimal. */
  by: number
  /** Null: nothing changed, or one of the two is of too few rows to say. */
  verdict: 'better' | 'worse' | null
}

/** Against the period before; null where one of the two has no value. */
export function changeOf({
  value,
  counted,
  previous,
}: Pick<CardNumber, 'value' | 'counted' | 'previous'>): Change | null {
  if (value === null || previous.value === null) return null
  const by = Math.round((value - previous.value) * 10) / 10
  const isSaid = by !== 0 && !isOfFew({ counted }) && !isOfFew(previous)
  return { by, verdict: isSaid ? (by > 0 ? 'better' : 'worse') : null }
}

export const splitParts = ['doneInTime', 'doneLate', 'notDone', 'waiting'] as const
export type SplitPart = (typeof splitParts)[number]
type Parts = Pick<CardNumber, 'done' | Exclude<SplitPart, 'doneInTime'>>

/** None of them counts what another does. */
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

/** The parts of scheduled work that have rows, each with its share of all of it, in percent. */
export function splitOf(number: Parts): { part: SplitPart; share: number }[] {
  const parts = partsOf(number)
  const all = splitParts.reduce((sum, part) => sum + parts[part], 0)
  return splitParts
    .filter((part) => parts[part] > 0)
    .map((part) => ({ part, share: (parts[part] / all) * 100 }))
}
