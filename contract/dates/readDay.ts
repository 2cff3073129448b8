import { isAllowedDay } from '#contract/rules/bounds.ts'
import { inLatinDigits } from '#contract/rules/readNumber.ts'
import { readDateAt, type DayMonthOrder } from './readDate.ts'

/**
 * A time that is ignored: wall time, or midnight with an offset, as databases and spreadsheets
 * write days.
 */
const timeOfDay =
  /[T ]\s*(?:\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?|0?0:00(?::00(?:\.0+)?)?(?:Z|\+00:?00))$/i

/**
 * Parses a cell with one day, in the forms people write, as `yyyy-mm-dd`. Refuses a day whose order
 * contradicts `order`, because one of the two is wrong.
 */
export function readDay(
  cell: string,
  order: DayMonthOrder,
): { day: string; fault?: never } | { day?: never; fault: 'notADay' | 'orderUnclear' } {
  const text = withWholeYear(inLatinDigits(cell.normalize()).trim().replace(timeOfDay, ''))
  const read = readDateAt(text, 0, order)
  if (read === null || read.end !== text.length) return { fault: 'notADay' }
  const { year, month, day, fault } = read
  if (fault !== undefined || year === undefined || month === undefined)
    return { fault: fault === 'orderUnclear' ? fault : 'notADay' }
  if (isOtherOrder(text, order)) return { fault: 'notADay' }
  const written = [String(year).padStart(4, '0'), two(month), two(day)].join('-')
  return isExisting(written) && isAllowedDay(written) ? { day: written } : { fault: 'notADay' }
}

/** Expands two-digit years to 1970–2069, as POSIX `strptime` does: 23 is 2023, 98 is 1998. */
export const withWholeYear = (text: string): string =>
  text.replace(
    /^(\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?)(\d{2})$/,
    (_whole, before: string, year: string) => `${before}${Number(year) < 70 ? '20' : '19'}${year}`,
  )

const two = (number: number): string => String(number).padStart(2, '0')

/** True for 13/05/2026 in a file that writes the month first. */
function isOtherOrder(text: string, order: DayMonthOrder): boolean {
  const [, first = '', second = ''] =
    /^(\d{1,2})\s?[/-]\s?(\d{1,2})\s?[/-]\s?\d{4}$/.exec(text) ?? []
  return (
    (order === 'dayFirst' && Number(second) > 12) || (order === 'monthFirst' && Number(first) > 12)
  )
}

function isExisting(day: string): boolean {
  const at = Date.parse(day)
  // `Date.parse` reads 31 February as 3 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
