/**
 * Wall time in whole minutes, as recurrence counts it, and sums over it in a time zone. A local time
 * that a clock change skips moves forward by the gap; a repeated one means the first (RFC 5545,
 * 3.3.5).
 */
import type { timeUnits } from '#contract/rules/timeUnits.ts'
import {
  DAY_MS,
  instantOf as instantOfWall,
  wallAt as wallAtInstant,
} from '#contract/timeZones/wallTime.ts'
import { weekdayNumber, weekdayNumberOfDay, type Weekday } from './wall.ts'

export interface Placed {
  /** ISO, UTC. */
  at: string
  /** A clock change skips the local time. */
  shifted?: 'gap'
}

const MINUTE = 60_000

export function instantOf(minutes: number, zone: string): Placed {
  const wall = minutes * MINUTE
  const instant = instantOfWall(wall, zone)
  const at = new Date(instant).toISOString()
  return wallAtInstant(instant, zone) === wall ? { at } : { at, shifted: 'gap' }
}

/** Local minutes since 1970-01-01T00:00. */
export const wallAt = (at: string, zone: string): number =>
  Math.floor(wallAtInstant(Date.parse(at), zone) / MINUTE)

type TimeUnit = (typeof timeUnits)[number]
/** Spec section 9. */
export interface Amount {
  amount: number
  unit: TimeUnit
}

const elapsed = { minutes: MINUTE, hours: 60 * MINUTE } as const
const dayCounts = { days: 1, weeks: 7 } as const
const monthCounts = { months: 1, years: 12 } as const

/**
 * Adds (or subtracts, if negative) in the zone. Days and longer keep the time on the clock; hours
 * and minutes are elapsed time. A day that a month lacks becomes its last.
 */
export function addAmount(at: string, { amount, unit }: Amount, zone: string): string {
  const instant = Date.parse(at)
  if (unit === 'minutes' || unit === 'hours')
    return new Date(instant + amount * elapsed[unit]).toISOString()
  const wall = wallAtInstant(instant, zone)
  const moved =
    unit === 'days' || unit === 'weeks'
      ? wall + amount * dayCounts[unit] * DAY_MS
      : addMonths(wall, amount * monthCounts[unit])
  return new Date(instantOfWall(moved, zone)).toISOString()
}

function addMonths(wall: number, months: number): number {
  const date = new Date(wall)
  const day = date.getUTCDate()
  // Day 0 is the last day of the month before.
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0)
  date.setUTCDate(Math.min(day, date.getUTCDate()))
  return date.getTime()
}

export type Span = 'day' | 'week' | 'month' | 'year'

/** The last millisecond of the local day, week, month or year that contains the instant. */
export function endOfSpan(at: string, span: Span, zone: string, weekStart: Weekday): string {
  const day = Math.floor(wallAtInstant(Date.parse(at), zone) / DAY_MS)
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const intoWeek = (weekdayNumberOfDay(day) - weekdayNumber(weekStart) + 7) % 7
  const next = {
    day: () => (day + 1) * DAY_MS,
    week: () => (day + 7 - intoWeek) * DAY_MS,
    month: () => Date.UTC(year, month + 1, 1),
    year: () => Date.UTC(year + 1, 0, 1),
  }[span]()
  // If a clock change skips midnight, the day begins at its first existing time.
  return new Date(instantOfWall(next, zone) - 1).toISOString()
}
