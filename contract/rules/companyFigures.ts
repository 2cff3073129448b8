export const figureKeys = [
  'onTime',
  'lateThings',
  'openTickets',
  'overdueTickets',
  'unusable',
  'availability',
  'score',
] as const
export type FigureKey = (typeof figureKeys)[number]

/** Figures for which higher is better. For all other figures, lower is better. */
const risesWell: ReadonlySet<FigureKey> = new Set(['onTime', 'availability', 'score'])
/** Percentages have no rows to count. */
export const isPercent = (key: FigureKey): boolean => risesWell.has(key)

/** Weeks of history per figure, the current week last. */
export const FIGURE_WEEKS = 8

export type Course = 'better' | 'worse' | 'same'

/**
 * Compares the last two weeks. Returns null if either value is unknown. Values are rounded as they
 * are shown, so that an arrow never stands beside two equal numbers.
 */
export function trendOf(key: FigureKey, weeks: readonly (number | null)[]): Course | null {
  const [before, now] = weeks.slice(-2)
  if (before == null || now == null || weeks.length < 2) return null
  const change = Math.round(now) - Math.round(before)
  if (change === 0) return 'same'
  return change > 0 === risesWell.has(key) ? 'better' : 'worse'
}

/** Returns null if there is no target or no current value. */
export function meetsTarget(
  key: FigureKey,
  now: number | null,
  target: number | null,
): boolean | null {
  if (now === null || target === null) return null
  return risesWell.has(key) ? Math.round(now) >= target : Math.round(now) <= target
}
