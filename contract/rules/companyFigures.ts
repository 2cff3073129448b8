/** The six numbers of a company: which way is better, and what of them got worse. */

export const figureKeys = [
  'onTime',
  'lateThings',
  'openTickets',
  'overdueTickets',
  'unusable',
  'score',
] as const
export type FigureKey = (typeof figureKeys)[number]

/** Of these more is better; of the others less is. */
const risesWell: ReadonlySet<FigureKey> = new Set(['onTime', 'score'])
/** These are shares of a hundred and have no rows of their own to count. */
export const isPercent = (key: FigureKey): boolean => risesWell.has(key)

/** Weeks that a figure looks back on, the present one the last. */
export const FIGURE_WEEKS = 8

export type Course = 'better' | 'worse' | 'same'

/**
 * Where a figure went since a week ago; null: one of both is unknown. Shares are compared as they
 * are shown, in whole numbers, so that no arrow stands beside two equal ones.
 */
export function courseOf(key: FigureKey, weeks: readonly (number | null)[]): Course | null {
  const [before, now] = weeks.slice(-2)
  if (before == null || now == null || weeks.length < 2) return null
  const change = Math.round(now) - Math.round(before)
  if (change === 0) return 'same'
  return change > 0 === risesWell.has(key) ? 'better' : 'worse'
}

/** Null: there is no target, or nothing to hold against it. */
export function meetsTarget(
  key: FigureKey,
  now: number | null,
  target: number | null,
): boolean | null {
  if (now === null || target === null) return null
  return risesWell.has(key) ? Math.round(now) >= target : Math.round(now) <= target
}
