/** Weekday name by number: 0 Sunday … 6 Saturday. 4 January 1970 was a Sunday. */
import { dateFormat } from '#contract/formatters.ts'

export function weekdayName(
  locale: string,
  day: number,
  length: 'long' | 'short' = 'long',
): string {
  return dateFormat(locale, { weekday: length, timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 4 + day)),
  )
}
