/** Spec section 9. */
export const timeUnits = ['years', 'months', 'weeks', 'days', 'hours', 'minutes'] as const
type TimeUnit = (typeof timeUnits)[number]

/**
 * Maximum of each unit for a schedule's step or a time span: a hundred years. A longer span leaves
 * the range of stored dates.
 */
export const longestSpan: Readonly<Record<TimeUnit, number>> = {
  years: 100,
  months: 1_200,
  weeks: 5_200,
  days: 36_500,
  hours: 876_000,
  minutes: 52_560_000,
}

/** Maximum of working time: about a year of work. */
export const MAX_WORKING_HOURS = 2_000

/** Maximum for this unit in a field that accepts up to `most` of any unit. */
export const maximumInUnit = (unit: TimeUnit, most: number): number =>
  Math.min(most, longestSpan[unit])

export const isSpanInReach = ({ amount, unit }: { amount: number; unit: TimeUnit }): boolean =>
  amount <= longestSpan[unit]
