/**
 * Decides which days a rule matches, after DTSTART filled in the missing parts. A day must match
 * all day parts (RFC 5545, 3.3.10).
 */
import {
  dayOfMinutes,
  isLeap,
  firstDayOfYear,
  MINUTES_A_DAY,
  minutesOf,
  weekdayNumber,
  weekdayNumberOfDay,
  weekdayOfDay,
  type CalendarDay,
  type Wall,
} from './wall.ts'
import type { Rule } from './rule.ts'

export function completed(rule: Rule, start: Wall): Rule {
  const month = Number(start.slice(5, 7))
  const monthDay = Number(start.slice(8, 10))
  const sameWeekday = [{ weekday: weekdayOfDay(dayOfMinutes(minutesOf(start))), ordinal: null }]
  const saysDay = rule.byYearDay.length + rule.byMonthDay.length + rule.byDay.length > 0
  const slow = rule.freq !== 'HOURLY' && rule.freq !== 'MINUTELY'
  const whole: Rule = {
    ...rule,
    byHour: rule.byHour.length === 0 && slow ? [Number(start.slice(11, 13))] : rule.byHour,
    byMinute:
      rule.byMinute.length === 0 && rule.freq !== 'MINUTELY'
        ? [Number(start.slice(14, 16))]
        : rule.byMinute,
  }
  if (saysDay) return whole
  // Week 3 without a weekday means the weekday of the start, not all seven days.
  if (rule.byWeekNo.length > 0)
    return { ...whole, byDay: rule.freq === 'YEARLY' ? sameWeekday : rule.byDay }
  if (rule.freq === 'WEEKLY') return { ...whole, byDay: sameWeekday }
  if (rule.freq === 'MONTHLY') return { ...whole, byMonthDay: [monthDay] }
  if (rule.freq === 'YEARLY')
    return {
      ...whole,
      byMonthDay: [monthDay],
      byMonth: rule.byMonth.length === 0 ? [month] : rule.byMonth,
    }
  return whole
}

/** Expects a completed rule. */
export function dayMatcher(rule: Rule): (day: CalendarDay) => boolean {
  const fromStartOrEnd = (values: readonly number[]) => {
    const wanted = new Set(values)
    return (position: number, length: number) =>
      wanted.has(position) || wanted.has(position - length - 1)
  }
  const months = new Set(rule.byMonth)
  const monthDay = fromStartOrEnd(rule.byMonthDay)
  const yearDay = fromStartOrEnd(rule.byYearDay)
  const weekNo = fromStartOrEnd(rule.byWeekNo)
  const wkst = weekdayNumber(rule.wkst)
  const weekday = weekdayMatcher(rule)
  return (day) =>
    (months.size === 0 || months.has(day.month)) &&
    (rule.byMonthDay.length === 0 || monthDay(day.day, day.monthLength)) &&
    (rule.byYearDay.length === 0 || yearDay(day.yearDay, day.yearLength)) &&
    (rule.byDay.length === 0 || weekday(day)) &&
    (rule.byWeekNo.length === 0 || weekNo(...weekOf(day, wkst)))
}

/**
 * Ordinals count within the month, or within the year if a yearly rule has no months. Other
 * frequencies ignore them.
 */
function weekdayMatcher(rule: Rule): (day: CalendarDay) => boolean {
  const hasOrdinals = rule.freq === 'YEARLY' || rule.freq === 'MONTHLY'
  const inYear = rule.freq === 'YEARLY' && rule.byMonth.length === 0
  const every = new Set(
    rule.byDay
      .filter(({ ordinal }) => ordinal === null || !hasOrdinals)
      .map(({ weekday }) => weekdayNumber(weekday)),
  )
  const nth = new Set(
    rule.byDay
      .filter(({ ordinal }) => ordinal !== null && hasOrdinals)
      .map(({ weekday, ordinal }) => `${weekdayNumber(weekday)} ${ordinal}`),
  )
  return (day) => {
    if (every.has(day.weekday)) return true
    if (nth.size === 0) return false
    const [position, length] = inYear ? [day.yearDay, day.yearLength] : [day.day, day.monthLength]
    const fromStart = Math.floor((position - 1) / 7) + 1
    const fromEnd = -Math.floor((length - position) / 7) - 1
    return nth.has(`${day.weekday} ${fromStart}`) || nth.has(`${day.weekday} ${fromEnd}`)
  }
}

/**
 * Returns the number of the day's week and the number of weeks in that year. Week 1 is the first
 * with four days in the year.
 */
function weekOf(day: CalendarDay, wkst: number): [number: number, weeks: number] {
  const intoWeek = (day.weekday - wkst + 7) % 7
  const fourth = day.yearDay + 3 - intoWeek // the week belongs to the year of its fourth day
  const year = fourth < 1 ? day.year - 1 : fourth > day.yearLength ? day.year + 1 : day.year
  const yearDay =
    fourth < 1
      ? fourth + (isLeap(year) ? 366 : 365)
      : fourth > day.yearLength
        ? fourth - day.yearLength
        : fourth
  const firstIntoWeek = (weekdayNumberOfDay(firstDayOfYear(year)) - wkst + 7) % 7
  const weeks = firstIntoWeek === 3 || (firstIntoWeek === 2 && isLeap(year)) ? 53 : 52
  return [Math.floor((yearDay - 1) / 7) + 1, weeks]
}

/** Numbers the periods of the rule's frequency. Hours and minutes are handled within their day. */
export function periodCounter({ freq, wkst, interval }: Rule): (day: CalendarDay) => number {
  switch (freq) {
    case 'YEARLY':
      return (day) => day.year
    case 'MONTHLY':
      return (day) => day.year * 12 + day.month
    case 'WEEKLY':
      return (day) => Math.floor((day.number + 3 - weekdayNumber(wkst)) / 7)
    case 'DAILY':
      return (day) => day.number
    case 'HOURLY':
    case 'MINUTELY':
      return (day) => day.number * interval
  }
}

/**
 * The start of the rule's last period at or before `from`. A rule without COUNT can be expanded
 * from there, so years of minutes are not repeated.
 */
export function periodBefore({ freq, interval, wkst }: Rule, begin: number, from: number): number {
  const date = new Date(begin * 60_000)
  const target = new Date(Math.max(begin, from) * 60_000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const aligned = (first: number, until: number) =>
    first + Math.floor((until - first) / interval) * interval
  const stepped = (origin: number, length: number) =>
    origin + Math.floor((Math.max(begin, from) - origin) / (length * interval)) * length * interval
  switch (freq) {
    case 'YEARLY':
      return Date.UTC(aligned(year, target.getUTCFullYear()), 0) / 60_000
    case 'MONTHLY':
      return (
        Date.UTC(
          0,
          aligned(year * 12 + month, target.getUTCFullYear() * 12 + target.getUTCMonth()) -
            1900 * 12,
        ) / 60_000
      )
    case 'WEEKLY':
      return stepped(
        (Math.floor((Math.floor(begin / MINUTES_A_DAY) + 3 - weekdayNumber(wkst)) / 7) * 7 -
          3 +
          weekdayNumber(wkst)) *
          MINUTES_A_DAY,
        7 * MINUTES_A_DAY,
      )
    case 'DAILY':
      return stepped(Math.floor(begin / MINUTES_A_DAY) * MINUTES_A_DAY, MINUTES_A_DAY)
    case 'HOURLY':
      return stepped(Math.floor(begin / 60) * 60, 60)
    case 'MINUTELY':
      return stepped(begin, 1)
  }
}
