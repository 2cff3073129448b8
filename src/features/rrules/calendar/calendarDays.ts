/**
 * Days of a month, week or timeline, and the entries on them. A day is a date without a time zone,
 * `2026-12-01`.
 */
import { compareCodes } from '#contract/rules/inOrder.ts'
import { calendarDay } from '#contract/formatters.ts'
import { EARLIEST_DAY, LATEST_DAY, LATEST_INSTANT } from '#contract/rules/bounds.ts'

export const calendarViews = ['list', 'timeline', 'week', 'month'] as const
type CalendarView = (typeof calendarViews)[number]
export type DayView = Exclude<CalendarView, 'list'>

const A_DAY = 86_400_000
const TIMELINE_DAYS = 28

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (number: number): string => new Date(number).toISOString().slice(0, 10)

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(numberOf(text)) &&
  dayOf(numberOf(text)) === text

export const dayInReach = (day: string): string =>
  day < EARLIEST_DAY ? EARLIEST_DAY : day > LATEST_DAY ? LATEST_DAY : day

const daysAfter = (day: string, days: number): string => dayOf(numberOf(day) + days * A_DAY)

/** 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (day: string): number => new Date(numberOf(day)).getUTCDay()

const weekBegin = (day: string, weekStart: number): string =>
  daysAfter(day, -((weekdayOf(day) - weekStart + 7) % 7))

/**
 * Days that a view shows: whole weeks for a month; a timeline starts on the first day of the week.
 */
export function daysOf(view: DayView, day: string, weekStart: number): string[] {
  if (view === 'month') {
    const first = `${day.slice(0, 8)}01`
    const begin = weekBegin(first, weekStart)
    const last = daysAfter(monthAfter(first, 1), -1)
    const weeks = Math.ceil((numberOf(last) - numberOf(begin) + A_DAY) / (7 * A_DAY))
    return row(begin, weeks * 7)
  }
  return row(weekBegin(day, weekStart), view === 'week' ? 7 : TIMELINE_DAYS)
}

const row = (begin: string, length: number): string[] =>
  Array.from({ length }, (_, index) => daysAfter(begin, index))

function monthAfter(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month - 1 + months, 1))
}

export function stepOf(view: DayView, day: string, by: 1 | -1): string {
  if (view === 'month') return monthAfter(day, by)
  return daysAfter(day, by * (view === 'week' ? 7 : TIMELINE_DAYS))
}

/**
 * Query range: one day more at each end, because the company's midnight is not UTC midnight.
 * Clamped to the supported years.
 */
export function queryRange(days: readonly string[]): { from: string; to: string } {
  const first = days[0] ?? dayOf(0)
  const from = daysAfter(first, -1)
  const to = daysAfter(days.at(-1) ?? first, 2)
  return {
    from: `${dayInReach(from)}T00:00:00.000Z`,
    to: to > LATEST_DAY ? LATEST_INSTANT : `${to}T00:00:00.000Z`,
  }
}

/** Days of a span that are in view. An expected date is shown on all of them. */
export const daysOfSpan = (
  { from, to }: { from: string; to: string },
  days: readonly string[],
): string[] => days.filter((day) => day >= from && day <= to)

/** The same time of day on another day. */
export const onDay = (at: string, own: string, day: string): string =>
  new Date(Date.parse(at) + numberOf(day) - numberOf(own)).toISOString()

export interface DatedEntry {
  at: string
}

export function groupByDay<E extends DatedEntry>(
  entries: readonly E[],
  timeZone: string,
): Map<string, E[]> {
  const days = new Map<string, E[]>()
  for (const entry of entries) {
    const day = calendarDay(new Date(entry.at), timeZone)
    const known = days.get(day)
    if (known === undefined) days.set(day, [entry])
    else known.push(entry)
  }
  for (const found of days.values()) found.sort((a, b) => compareCodes(a.at, b.at))
  return days
}

interface Counts {
  outcome: 'due' | 'skipped' | 'moved'
  made: number
  open: number
  done: number
  late: number
  expected?: object | undefined
}
export const entryStates = [
  'planned',
  'expected',
  'due',
  'late',
  'done',
  'doneLate',
  'partly',
  'missed',
  'closed',
  'skipped',
] as const
export type EntryState = (typeof entryStates)[number]

/**
 * State of a date over all its equipment: the worst open state, else the outcome. Past and partly
 * done is neither done nor missed.
 */
export function entryState({ outcome, made, open, done, late, expected }: Counts): EntryState {
  if (expected !== undefined) return 'expected'
  if (outcome === 'skipped') return 'skipped'
  if (made === 0) return 'planned'
  if (open > 0) return late > 0 ? 'late' : 'due'
  if (done === made) return late > 0 ? 'doneLate' : 'done'
  if (done > 0) return 'partly'
  return late > 0 ? 'missed' : 'closed'
}
