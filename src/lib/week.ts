export { weekdayName } from '#contract/rules/weekday.ts'

/** Weekdays by JavaScript's numbers: 0 Sunday … 6 Saturday. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

export const weekdaysFrom = (start: number): number[] => weekdays.map((day) => (day + start) % 7)
