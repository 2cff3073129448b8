/** Years, months, weeks, days, hours or minutes (spec section 9). */
export const timeUnits = ['years', 'months', 'weeks', 'days', 'hours', 'minutes'] as const
type TimeUnit = (typeof timeUnits)[number]

/**
 * The most of each unit that one step of a schedule, or one span of time, may be: a hundred years.
 * What is longer leads out of the years that the product keeps dates of.
 */
export const longestSpan: Readonly<Record<TimeUnit, number>> = {
  years: 100,
  months: 1_200,
  weeks: 5_200,
  days: 36_500,
  hours: 876_000,
  minutes: 52_560_000,
}

/** Of a field that takes `most` of any unit, what it takes of this one. */
export const mostOf = (unit: TimeUnit, most: number): number => Math.min(most, longestSpan[unit])

export const isSpanInReach = ({ amount, unit }: { amount: number; unit: TimeUnit }): boolean =>
  amount <= longestSpan[unit]
