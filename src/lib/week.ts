/** Days of the week by number, 0 Sunday … 6 Saturday, as JavaScript counts. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

/** The seven days as the week runs here. */
export const weekFrom = (start: number): number[] => weekdays.map((day) => (day + start) % 7)

/** A day's name in a language; 4 January 1970 was a Sunday. */
export function weekdayName(locale: string, day: number, length: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + day)))
}
