export const YEAR_WEEKS = 52

export interface YearWeek {
  done: number
  /** Checks that came due and were not performed, or are late now. */
  missed: number
  score: number | null
  /** Tickets that were open at any time in the week. */
  openTickets: number
  /** The equipment had a not-usable status for a day or longer. */
  isUnusable: boolean
}

export const weekStates = ['none', 'good', 'warn', 'bad'] as const
export type WeekState = (typeof weekStates)[number]

const SCORES = { good: 85, fair: 60 }

export function stateOfWeek({ done, missed, score, openTickets, isUnusable }: YearWeek): WeekState {
  if (missed > 0 || isUnusable || (score !== null && score < SCORES.fair)) return 'bad'
  if (openTickets > 0 || (score !== null && score < SCORES.good)) return 'warn'
  return done > 0 ? 'good' : 'none'
}

/** One character a week, for lists: `-` none, `g` good, `w` warn, `b` bad. */
const letters: Record<WeekState, string> = { none: '-', good: 'g', warn: 'w', bad: 'b' }

export const lineOf = (weeks: readonly YearWeek[]): string =>
  weeks.map((week) => letters[stateOfWeek(week)]).join('')

export const statesOfLine = (line: string): WeekState[] =>
  [...line].map((letter) => weekStates.find((state) => letters[state] === letter) ?? 'none')
