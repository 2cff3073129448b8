/**
 * Reads a line that begins with a day or a range of days. A line that is not fully understood is
 * refused with a reason, because half a holiday is worse than none.
 */
import { EARLIEST_DAY, isInReach, LATEST_DAY } from '#contract/rules/bounds.ts'
import { inLatinDigits } from '#contract/rules/readNumber.ts'
import { foldWord, weekdayAt } from './dateWords.ts'
import { readDateAt, matchAt, yearAt, type DayMonthOrder, type WrittenDate } from './readDate.ts'

export type DayFault =
  | 'noDate'
  | 'noSuchDay'
  | 'noYear'
  | 'shortYear'
  | 'outOfReach'
  | 'orderUnclear'
  | 'wrongWeekday'
  | 'timeOfDay'
  | 'endAtMidnight'
  | 'endBeforeStart'
  | 'rangeTooLong'
  | 'rangeEnd'
  | 'secondDate'

export interface Days {
  /** The first day, such as `2026-12-24`. `first` and `last` are inclusive. */
  first: string
  last: string
  /** The text after the dates, without separators. */
  rest: string
}

export const MAX_RANGE_DAYS = 100
export const reach = { from: EARLIEST_DAY.slice(0, 4), to: LATEST_DAY.slice(0, 4) }

const DAY_MS = 86_400_000

/** Word processors and browsers put these into text of right-to-left languages. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Hyphens that a word processor puts between digits. */
const wordHyphens = /(?<=\p{Nd})[\u2010\u2011\u2212](?=\p{Nd})/gu

class Unread extends Error {
  constructor(readonly fault: DayFault) {
    super(fault)
  }
}

export function readDays(line: string, order: DayMonthOrder): Days | { fault: DayFault } {
  try {
    return daysOf(line.normalize().replace(directionMarks, '').replaceAll(wordHyphens, '-'), order)
  } catch (error) {
    if (error instanceof Unread) return { fault: error.fault }
    throw error
  }
}

function wordIn(words: string): (word: string) => boolean {
  const folded = new Set(words.split(' ').map(foldWord))
  return (word) => folded.has(foldWord(word))
}
const isFrom = wordIn('from od с со מ מיום من')
const isTo = wordIn('to till til until through thru až do до по עד إلى حتى')

const bullets = /[\s"'•·*\-–—]*/uy
const firstWord = /\s*(?<word>[\p{L}\p{M}]+)[-־\s]*/uy
const rangeSign = /\s*(?:[-–—‒―~]|\.{2,3}|…)\s*/uy
const isoRangeSign = /\/(?=\d{4}-)/uy
const behindWeekday = /[.,،]?\s*/uy
const beforeWeekday = /\s*[,;|(،]?\s*/uy
const endOfWeekday = /\s*(?:\)|(?=[,;|،\t–—-])|$)/uy
/** The word for year in Russian, Czech and Slovak, and the Arabic mark of the Gregorian calendar. */
const yearWord = /\s*(?:г(?:\.|ода?)?|roku|م)(?![\p{L}\p{M}])\.?/uy
const time =
  /(?:T|[,،]?\s+)(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::[0-5]\d(?:[.,]\d+)?)?(?:\s?(?<half>[ap]\.?m\.?|ص|م)(?![\p{L}\p{M}]))?(?:\s?(?:Z|UTC|GMT)(?!\p{L})|\s?\+\d{2}:?\d{2}(?!\d)|(?<=:\d\d:\d\d(?:[.,]\d+)?)-\d{2}:?\d{2}(?!\d))?/iuy
const endTime = /\s*[-–—]\s*(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::[0-5]\d)?/uy

interface Point {
  date: WrittenDate
  weekday: number | null
  /** Minutes after midnight, if a time of day follows the date. */
  minutes: number | null
  end: number
}

function daysOf(original: string, order: DayMonthOrder): Days {
  // Each digit is replaced by one character, so that positions are the same in both texts.
  const text = inLatinDigits(original)
  let at = skip(bullets, text, 0)
  const from = matchAt(firstWord, text, at)
  const hasFrom = from !== null && isFrom(from.groups?.['word'] ?? '')
  if (hasFrom) at += from[0].length
  const start = pointAt(text, at, order)
  if (start === null) throw new Unread('noDate')
  const range = endOf(text, start, order)
  if (range === null) {
    const isLone = hasFrom || rangeWordAt(text, start.end) !== null
    if (start.date.month === undefined) throw new Unread('noDate')
    if (start.date.year === undefined) throw new Unread('noYear')
    if (isLone) throw new Unread('rangeEnd')
    if (start.minutes !== null && !isWholeDay(text, start)) throw new Unread('timeOfDay')
    const day = dayOf(start)
    return {
      first: day,
      last: day,
      rest: restOf(original, text, afterTimes(text, start), start, order),
    }
  }
  if (start.minutes !== null && start.minutes !== 0) throw new Unread('timeOfDay')
  if (range.minutes === 0) throw new Unread('endAtMidnight')
  if (range.minutes !== null && range.minutes < LAST_MINUTE) throw new Unread('timeOfDay')
  const first = dayOf(completed(start, range))
  const last = dayOf(range)
  if (first > last) throw new Unread('endBeforeStart')
  if (daysBetween(first, last) >= MAX_RANGE_DAYS) throw new Unread('rangeTooLong')
  return { first, last, rest: restOf(original, text, range.end, range, order) }
}

const skip = (pattern: RegExp, text: string, at: number): number =>
  at + (matchAt(pattern, text, at)?.[0].length ?? 0)

function pointAt(text: string, at: number, order: DayMonthOrder): Point | null {
  const before = weekdayAt(text, at)
  const date = readDateAt(text, before === null ? at : skip(behindWeekday, text, before.end), order)
  if (date === null) return null
  return pointOf(text, date, before?.value ?? null)
}

function pointOf(text: string, date: WrittenDate, before: number | null): Point {
  let end = date.year === undefined ? date.end : skip(yearWord, text, date.end)
  const clock = matchAt(time, text, end)
  if (clock !== null) end += clock[0].length
  const behind = weekdayAt(text, skip(beforeWeekday, text, end))
  const closed = behind === null ? null : matchAt(endOfWeekday, text, behind.end)
  const isBehind = behind !== null && closed !== null
  if (isBehind) end = behind.end + closed[0].length
  const after = isBehind ? behind.value : null
  if (before !== null && after !== null && before !== after) throw new Unread('wrongWeekday')
  return { date, weekday: before ?? after, minutes: clock === null ? null : minutesOf(clock), end }
}

function minutesOf({ groups }: RegExpExecArray): number {
  const { hour, minute, half } = groups ?? {}
  const hours = half === undefined ? Number(hour) : Number(hour) % 12
  const isLate = half !== undefined && /^[pم]/iu.test(half)
  return (hours + (isLate ? 12 : 0)) * 60 + Number(minute)
}

const LAST_MINUTE = 23 * 60 + 59

/** True for midnight alone and for 00:00 to 24:00: both mean the day. */
function isWholeDay(text: string, { minutes, end }: Point): boolean {
  const until = matchAt(endTime, text, end)
  return minutes === 0 && (until === null || minutesOf(until) >= LAST_MINUTE)
}

const afterTimes = (text: string, { minutes, end }: Point): number =>
  minutes === null ? end : skip(endTime, text, end)

function rangeWordAt(text: string, at: number): number | null {
  const found = matchAt(firstWord, text, at)
  const word = found?.groups?.['word'] ?? ''
  // "To be decided" is a name; "to be decided" is an unreadable end.
  return found !== null && isTo(word) && word === word.toLowerCase() ? at + found[0].length : null
}

/** The second date of a range, or null if there is none. */
function endOf(text: string, start: Point, order: DayMonthOrder): Point | null {
  const sign = matchAt(rangeSign, text, start.end) ?? matchAt(isoRangeSign, text, start.end)
  const word = rangeWordAt(text, sign === null ? start.end : start.end + sign[0].length)
  const at = word ?? (sign === null ? null : start.end + sign[0].length)
  if (at === null) return null
  const article = text.startsWith('ה-', at) ? 2 : 0
  const end = pointAt(text, at + article, order)
  if (end === null) return null
  if (end.date.year !== undefined) return end
  const isSameMonth = start.date.isMonthFirst === true && end.date.month === undefined
  const year = isSameMonth && start.date.month !== undefined ? yearAt(text, end.date.end) : null
  return year === null || start.date.month === undefined
    ? null
    : pointOf(text, { ...end.date, month: start.date.month, ...year }, end.weekday)
}

/** Fills in the month and year of the first date from the second. */
function completed(start: Point, { date: last }: Point): Point {
  const month = start.date.month ?? last.month
  const year = start.date.year ?? last.year
  if (month === undefined || year === undefined) throw new Unread('noYear')
  const isYearBefore =
    start.date.year === undefined && last.month !== undefined && month > last.month
  return { ...start, date: { ...start.date, month, year: isYearBefore ? year - 1 : year } }
}

function dayOf({ date: { year, month, day, fault }, weekday }: Point): string {
  if (fault !== undefined) throw new Unread(fault)
  if (year === undefined || month === undefined) throw new Unread('noYear')
  const at = new Date(Date.UTC(2000, month - 1, day))
  at.setUTCFullYear(year, month - 1, day)
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) throw new Unread('noSuchDay')
  const written = at.toISOString().slice(0, 10)
  if (!isInReach(written) || year > 9999) throw new Unread('outOfReach')
  if (weekday !== null && weekday !== at.getUTCDay()) throw new Unread('wrongWeekday')
  return written
}

export const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS)

const signsBefore = /[\s,;|:،"–—‒―.)-]*/uy
const startsOfWords = /(?<![\p{L}\p{M}\d])(?=[\p{L}\d])/gu

function restOf(
  original: string,
  text: string,
  at: number,
  { date, minutes }: Point,
  order: DayMonthOrder,
): string {
  const begin = skip(signsBefore, text, at)
  const hasSign = matchAt(rangeSign, text, at) !== null
  if (minutes === null && matchAt(/\s*\d{1,2}:[0-5]\d/uy, text, at) !== null)
    throw new Unread('timeOfDay')
  const next = readDateAt(text, begin, order)
  const isRepeated =
    next?.day === date.day && (next.month === undefined || next.month === date.month)
  if (next !== null && next.year === undefined && !isRepeated) {
    if (next.month !== undefined) throw new Unread(hasSign ? 'rangeEnd' : 'secondDate')
    // "25.12.2026 - 1. svátek" has a name; "24.12.2026 - 26. Vánoce" is a range.
    if (hasSign && next.day > date.day && next.day <= 31) throw new Unread('rangeEnd')
  }
  const rest = text.slice(begin)
  for (const { index } of rest.matchAll(startsOfWords)) {
    const other = readDateAt(rest, index, order)
    // A year long past belongs to the name, as in "the day of 17 November 1939".
    if (other?.year !== undefined && Math.abs(other.year - (date.year ?? 0)) <= 2)
      throw new Unread('secondDate')
  }
  return original.slice(begin).replace(/[\s,;|]+$/u, '')
}
