/**
 * Whether a rule ever matches. Weekdays and leap years repeat after 400 years, so the search covers
 * that range, in whole numbers only. A rule without a match is refused before it is expanded.
 */
import { completed, dayMatcher, periodCounter } from './dayMatch.ts'
import type { Rule } from './rule.ts'
import {
  dayOfMinutes,
  daysOfYear,
  MINUTES_A_DAY,
  minutesOf,
  type CalendarDay,
  type Wall,
} from './wall.ts'

const HORIZON_YEARS = 400

export function everMatches(given: Rule, start: Wall): boolean {
  const rule = completed(given, start)
  const inDay = matchesInDay(rule, minutesOf(start))
  const enough = positionsReach(rule)
  const periodOf = periodCounter(rule)
  const period0 = periodOf(dayInCalendar(start))
  if (!enough(mostMoments(rule))) return false
  const matches = dayMatcher(rule)
  const wantedMonths =
    rule.byMonth.length === 0 ? [1, 12] : [Math.min(...rule.byMonth), Math.max(...rule.byMonth)]
  const first = Number(start.slice(0, 4))
  let current = { period: Number.NaN, moments: 0 }
  for (let year = first; year <= first + HORIZON_YEARS; year += 1) {
    if (rule.freq === 'YEARLY' && (year - first) % rule.interval !== 0) continue
    for (const day of daysOfYear(year, wantedMonths[0], wantedMonths[1])) {
      const period = periodOf(day)
      if ((period - period0) % rule.interval !== 0 || !matches(day)) continue
      const moments = inDay(day.number)
      current = { period, moments: current.period === period ? current.moments + moments : moments }
      // A match before the start counts too: it repeats later.
      if (moments > 0 && enough(current.moments)) return true
    }
  }
  return false
}

function dayInCalendar(start: Wall): CalendarDay {
  const number = dayOfMinutes(minutesOf(start))
  for (const day of daysOfYear(Number(start.slice(0, 4)))) if (day.number === number) return day
  throw new RangeError(`No such day: ${start}`)
}

/**
 * Number of the rule's times in a matching day. For hourly and minutely rules it only matters that
 * one fits; BYSETPOS then selects among the minutes of an hour.
 */
function matchesInDay(rule: Rule, start: number): (dayNumber: number) => number {
  const { freq, interval, byHour, byMinute } = rule
  if (freq !== 'HOURLY' && freq !== 'MINUTELY') {
    const times = new Set(byHour).size * new Set(byMinute).size
    return () => times
  }
  const unit = freq === 'HOURLY' ? 60 : 1
  const step = interval * unit
  const origin = Math.floor(start / unit) * unit
  const hours = new Set(byHour)
  const minutes = new Set(byMinute)
  const fits = (time: number) =>
    (hours.size === 0 || hours.has(Math.floor(time / 60))) &&
    (freq === 'HOURLY' || minutes.size === 0 || minutes.has(time % 60))
  if (!canEverFit(origin, step, unit, fits)) return () => 0
  const here = freq === 'HOURLY' ? minutes.size : 1
  return (dayNumber) => {
    const midnight = dayNumber * MINUTES_A_DAY
    for (
      let time = (((origin - midnight) % step) + step) % step;
      time < MINUTES_A_DAY;
      time += step
    )
      if (fits(time)) return here
    return 0
  }
}

function mostMoments({ freq, byHour, byMinute }: Rule): number {
  const days = { YEARLY: 366, MONTHLY: 31, WEEKLY: 7, DAILY: 1, HOURLY: 1, MINUTELY: 1 }[freq]
  return freq === 'MINUTELY'
    ? 1
    : days * new Set(byMinute).size * (freq === 'HOURLY' ? 1 : new Set(byHour).size)
}

/** The steps of an interval reach only certain times of the day. */
function canEverFit(
  origin: number,
  step: number,
  unit: number,
  fits: (time: number) => boolean,
): boolean {
  const stride = greatestCommonDivisor(step, MINUTES_A_DAY)
  for (let time = 0; time < MINUTES_A_DAY; time += unit)
    if ((time - origin) % stride === 0 && fits(time)) return true
  return false
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/** True if a period with so many times contains one of the positions in BYSETPOS. */
function positionsReach({ bySetPos }: Rule): (moments: number) => boolean {
  const nearest = bySetPos.length === 0 ? 1 : Math.min(...bySetPos.map(Math.abs))
  return (moments) => moments >= nearest
}
