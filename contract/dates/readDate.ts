import { dateFormat } from '#contract/formatters.ts'
import { monthAt } from './dateWords.ts'

/**
 * Order of day and month in 05/06/2026. `unclear` if another line of the text uses the other order
 * than the reader's language.
 */
export type DayMonthOrder = 'dayFirst' | 'monthFirst' | 'unclear'

export interface WrittenDate {
  day: number
  /** Omitted in the first date of "24–26 December 2026". */
  month?: number
  year?: number
  end: number
  /** The month came first, as in "December 25": a day after a dash belongs to the same month. */
  isMonthFirst?: boolean
  fault?: 'orderUnclear' | 'shortYear'
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const compact = /(?<year>(?:19|20|21)\d\d)(?<month>\d\d)(?<day>\d\d)(?!\d)/y
const yearFirst =
  /(?<year>\d{4})\s?(?<sign>[-/.])\s?(?<month>\d{1,2})\s?\k<sign>\s?(?<day>\d{1,2})(?!\d)\.?/y
const yearLast =
  /(?<first>\d{1,2})\s?(?<sign>[./-])\s?(?<second>\d{1,2})\s?\k<sign>\s?(?<year>\d{4})(?!\d)/y
/**
 * A two-digit year, as Czech Intl writes it: 25.12.26. With spaces, the last number may be part of
 * the name.
 */
const shortYear = /(?<first>\d{1,2})(?<sign>[./])(?<second>\d{1,2})\k<sign>(?<year>\d{2})(?![\d.])/y
const withoutYear = /(?<first>\d{1,2})\s?(?<sign>[./])\s?(?<second>\d{1,2})(?!\d)\.?/y
const dayAlone = /(?<day>\d{1,2})(?!\d)\.?/y
const dayBeforeMonth = /(?<day>\d{1,2})(?:st|nd|rd|th)?\.?\s*[-–/]?\s*(?:of\s|من\s)?(?:[בל]-)?/iuy
const yearBehind = /[.,،]?\s*[-–/,،]?\s*(?:of\s|من\s)?(?<year>\d{4})(?!\d)/iuy
const dayBehindMonth = /\s*(?<day>\d{1,2})(?:st|nd|rd|th)?(?!\d)\.?/iuy
const yearBehindDay = /,?\s+(?<year>\d{4})(?!\d)/y

type Order = Pick<WrittenDate, 'day' | 'month' | 'fault'>

function ordered(first: number, second: number, sign: string, order: DayMonthOrder): Order {
  // Dates with periods always begin with the day; other signs leave the order open.
  const isClear = sign === '.' || first > 12 || first === second
  if (isClear) return { day: first, month: second }
  if (second > 12) return { day: second, month: first }
  if (order === 'unclear') return { day: first, month: second, fault: 'orderUnclear' }
  return order === 'dayFirst' ? { day: first, month: second } : { day: second, month: first }
}

export function readDateAt(text: string, at: number, order: DayMonthOrder): WrittenDate | null {
  return (
    numbersAt(text, at, order) ??
    dayAndMonthAt(text, at) ??
    monthAndDayAt(text, at) ??
    partAt(text, at, order)
  )
}

function numbersAt(text: string, at: number, order: DayMonthOrder): WrittenDate | null {
  const dayLast = matchAt(compact, text, at) ?? matchAt(yearFirst, text, at)
  if (dayLast !== null) {
    const { year, month, day } = dayLast.groups ?? {}
    return {
      year: Number(year),
      month: Number(month),
      day: Number(day),
      end: at + dayLast[0].length,
    }
  }
  const found = matchAt(yearLast, text, at) ?? matchAt(shortYear, text, at)
  if (found === null) return null
  const { first, second, sign = '', year = '' } = found.groups ?? {}
  const end = at + found[0].length
  const dayAndMonth = ordered(Number(first), Number(second), sign, order)
  if (year.length === 4) return { ...dayAndMonth, year: Number(year), end }
  return sign === '.'
    ? { ...dayAndMonth, year: 2000 + Number(year), end }
    : { ...dayAndMonth, year: 2000 + Number(year), end, fault: 'shortYear' }
}

/** Parses 25 December 2026, 25. prosince 2026, 25 בדצמבר 2026. */
function dayAndMonthAt(text: string, at: number): WrittenDate | null {
  const day = matchAt(dayBeforeMonth, text, at)
  const month = day === null ? null : monthAt(text, at + day[0].length)
  if (day === null || month === null) return null
  const date = { day: Number(day.groups?.['day']), month: month.value }
  const year = matchAt(yearBehind, text, month.end)
  return year === null
    ? { ...date, end: month.end }
    : { ...date, year: Number(year.groups?.['year']), end: month.end + year[0].length }
}

/** Parses December 25, 2026. */
function monthAndDayAt(text: string, at: number): WrittenDate | null {
  const month = monthAt(text, at)
  const day = month === null ? null : matchAt(dayBehindMonth, text, month.end)
  if (month === null || day === null) return null
  const end = month.end + day[0].length
  const date = { day: Number(day.groups?.['day']), month: month.value, isMonthFirst: true }
  const year = yearAt(text, end)
  return year === null ? { ...date, end } : { ...date, ...year }
}

/** Finds the year of "December 24–26, 2026". */
export function yearAt(text: string, at: number): { year: number; end: number } | null {
  const found = matchAt(yearBehindDay, text, at)
  return found === null ? null : { year: Number(found.groups?.['year']), end: at + found[0].length }
}

function partAt(text: string, at: number, order: DayMonthOrder): WrittenDate | null {
  const both = matchAt(withoutYear, text, at)
  if (both !== null) {
    const { first, second, sign = '' } = both.groups ?? {}
    return { ...ordered(Number(first), Number(second), sign, order), end: at + both[0].length }
  }
  const alone = matchAt(dayAlone, text, at)
  return alone === null ? null : { day: Number(alone.groups?.['day']), end: at + alone[0].length }
}

export function writesDayFirst(locale: string): boolean {
  const parts = dateFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
    .formatToParts(0)
    .map(({ type }) => type)
  return parts.indexOf('day') < parts.indexOf('month')
}

const numericDates =
  /(?<!\d)(?<first>\d{1,2})\s?(?<sign>[/-])\s?(?<second>\d{1,2})\s?\k<sign>\s?\d{4}(?!\d)/g

/** Returns the reader's order, unless some date in the text only fits the other order. */
export function orderOf(text: string, isDayFirst: boolean): DayMonthOrder {
  const own = isDayFirst ? 'dayFirst' : 'monthFirst'
  for (const { groups } of text.matchAll(numericDates)) {
    const [first, second] = [Number(groups?.['first']), Number(groups?.['second'])]
    if (isDayFirst ? first <= 12 && second > 12 : first > 12 && second <= 12) return 'unclear'
  }
  return own
}
