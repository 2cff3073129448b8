import { dayMatcher, periodCounter } from './dayMatch.ts'
import type { Rule } from './rule.ts'
import { WorkExceeded } from './workExceeded.ts'
import { dayOfMinutes, daysOfYear, MINUTES_A_DAY, type CalendarDay } from './wall.ts'

/** Limit on days examined plus minutes generated: some hundredths of a second. */
const MAX_STEPS = 200_000

/**
 * Visits the local minutes of a completed rule in order. Starts at `anchor`, the beginning of a
 * period, and ends when `visit` returns false or after `to`.
 */
export function visitDays(
  rule: Rule,
  anchor: number,
  to: number,
  visit: (minutes: number) => boolean,
): void {
  const matches = dayMatcher(rule)
  const periodOf = periodCounter(rule)
  const minutesIn = minutesInDay(rule, anchor)
  const firstYear = new Date(anchor * 60_000).getUTCFullYear()
  const step = rule.freq === 'YEARLY' ? rule.interval : 1
  let first: number | null = null
  let steps = 0
  let gathered: { period: number; minutes: number[] } = { period: Number.NaN, minutes: [] }
  const positions = rule.freq === 'HOURLY' || rule.freq === 'MINUTELY' ? [] : rule.bySetPos
  const hasEnough = () =>
    atPositions(gathered.minutes, positions).some((minute) => minute > to || !visit(minute))
  for (let year = firstYear; year <= new Date(to * 60_000).getUTCFullYear(); year += step) {
    for (const day of daysOfYear(year)) {
      if (day.number < dayOfMinutes(anchor)) continue
      const period = periodOf(day)
      steps += 1
      first ??= period
      if ((period - first) % rule.interval !== 0) continue
      if (period !== gathered.period) {
        if (hasEnough()) return
        gathered = { period, minutes: [] }
      }
      if (!matches(day)) continue
      const minutes = minutesIn(day)
      steps += minutes.length
      if (steps > MAX_STEPS) throw new WorkExceeded()
      gathered.minutes.push(...minutes)
    }
  }
  hasEnough()
}

/** The rule's minutes in a day. For periods shorter than a day, BYSETPOS is applied here. */
function minutesInDay(rule: Rule, anchor: number): (day: CalendarDay) => number[] {
  const { freq, interval, byHour, byMinute, bySetPos } = rule
  const ascending = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b)
  if (freq !== 'HOURLY' && freq !== 'MINUTELY') {
    const times = ascending(byHour.flatMap((hour) => byMinute.map((minute) => hour * 60 + minute)))
    return (day) => times.map((time) => day.number * MINUTES_A_DAY + time)
  }
  const unit = freq === 'HOURLY' ? 60 : 1
  const offsets = freq === 'HOURLY' ? ascending(byMinute) : [0]
  const chosen = atPositions(offsets, bySetPos)
  const fits = (time: number) =>
    (byHour.length === 0 || byHour.includes(Math.floor(time / 60))) &&
    (freq === 'HOURLY' || byMinute.length === 0 || byMinute.includes(time % 60))
  return (day) => {
    const midnight = day.number * MINUTES_A_DAY
    const found: number[] = []
    for (
      let time = (((anchor - midnight) % (interval * unit)) + interval * unit) % (interval * unit);
      time < MINUTES_A_DAY;
      time += interval * unit
    ) {
      if (fits(time)) found.push(...chosen.map((offset) => midnight + time + offset))
    }
    return found
  }
}

function atPositions(minutes: readonly number[], positions: readonly number[]): readonly number[] {
  if (positions.length === 0) return minutes
  const chosen = new Set(
    positions.map((position) => (position > 0 ? position - 1 : minutes.length + position)),
  )
  return minutes.filter((_, index) => chosen.has(index))
}
