/** A year of a thing as one coloured line, a week a step. */

export const YEAR_WEEKS = 52

export interface YearWeek {
  /** Checks performed. */
  done: number
  /** Checks that came due and were not done, or are late now. */
  missed: number
  /** The average of what was scored. */
  score: number | null
  /** Tickets that were open at some moment. */
  openTickets: number
  /** It had a status that says not usable for a day or longer. */
  isUnusable: boolean
}

export const weekStates = ['none', 'good', 'warn', 'bad'] as const
export type WeekState = (typeof weekStates)[number]

/** Under these a score is no longer good, or bad. */
const SCORES = { good: 85, fair: 60 }

/** The worst that happened decides. */
export function stateOfWeek({ done, missed, score, openTickets, isUnusable }: YearWeek): WeekState {
  if (missed > 0 || isUnusable || (score !== null && score < SCORES.fair)) return 'bad'
  if (openTickets > 0 || (score !== null && score < SCORES.good)) return 'warn'
  return done > 0 ? 'good' : 'none'
}

/** One letter a week, for lists: `-` none, `g` good, `w` warn, `b` bad. */
const letters: Record<WeekState, string> = { none: '-', good: 'g', warn: 'w', bad: 'b' }

export const lineOf = (weeks: readonly YearWeek[]): string =>
  weeks.map((week) => letters[stateOfWeek(week)]).join('')

export const statesOfLine = (line: string): WeekState[] =>
  [...line].map((letter) => weekStates.find((state) => letters[state] === letter) ?? 'none')
