export { weekdayName } from '#contract/rules/weekday.ts'

/** Days of the week by number, 0 Sunday … 6 Saturday, as JavaScript counts. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

/** The seven days as the week runs here. */
export const weekFrom = (start: number): number[] => weekdays.map((day) => (day + start) % 7)
