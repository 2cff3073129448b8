/**
 * Local wall time without a zone: 'YYYY-MM-DDTHH:mm' as text, whole minutes since 1970-01-01T00:00
 * in arithmetic.
 */

/** 'YYYY-MM-DDTHH:mm' */
export type Wall = string
/** 'YYYY-MM-DD' */
export type Day = string

export const MINUTES_A_DAY = 1440
const MS_A_MINUTE = 60_000

export function minutesOf(wall: Wall): number {
  return Date.parse(`${wall}Z`) / MS_A_MINUTE
}

export function wallOf(minutes: number): Wall {
  return new Date(minutes * MS_A_MINUTE).toISOString().slice(0, 16)
}

/** Days since 1970-01-01. */
export const dayOfMinutes = (minutes: number): number => Math.floor(minutes / MINUTES_A_DAY)
export const dayOf = (wall: Wall): Day => wall.slice(0, 10)
export const dayNumberOf = (day: Day): number =>
  Date.parse(`${day}T00:00Z`) / (MS_A_MINUTE * MINUTES_A_DAY)
export const dayFromNumber = (number: number): Day => wallOf(number * MINUTES_A_DAY).slice(0, 10)

export function isWall(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) &&
    !Number.isNaN(minutesOf(text)) &&
    wallOf(minutesOf(text)) === text
  )
}

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
/** 0 is Monday. */
export const weekdayNumber = (weekday: Weekday): number => weekdays.indexOf(weekday)
/** 1970-01-01 was a Thursday. */
export const weekdayNumberOfDay = (dayNumber: number): number => (((dayNumber + 3) % 7) + 7) % 7
export function weekdayOfDay(dayNumber: number): Weekday {
  return weekdays[weekdayNumberOfDay(dayNumber)] ?? 'MO'
}

export interface CalendarDay {
  number: number
  year: number
  /** 1–12 */
  month: number
  /** 1–31 */
  day: number
  /** 1–366 */
  yearDay: number
  monthLength: number
  yearLength: number
  /** 0 is Monday. */
  weekday: number
}

export const isLeap = (year: number): boolean =>
  (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
function monthLength(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] ?? 30)
}

export function firstDayOfYear(year: number): number {
  const before = year - 1
  return (
    before * 365 +
    Math.floor(before / 4) -
    Math.floor(before / 100) +
    Math.floor(before / 400) -
    719_162
  )
}

export function* daysOfYear(year: number, fromMonth = 1, toMonth = 12): Generator<CalendarDay> {
  const yearLength = isLeap(year) ? 366 : 365
  const first = firstDayOfYear(year)
  let yearDay = 1
  for (let month = 1; month <= toMonth; month += 1) {
    const length = monthLength(year, month)
    if (month < fromMonth) {
      yearDay += length
      continue
    }
    for (let day = 1; day <= length; day += 1) {
      const number = first + yearDay - 1
      yield {
        number,
        year,
        month,
        day,
        yearDay,
        monthLength: length,
        yearLength,
        weekday: weekdayNumberOfDay(number),
      }
      yearDay += 1
    }
  }
}

export type Weekday = (typeof weekdays)[number]
