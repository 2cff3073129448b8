/**
 * Until when an occurrence is to be done, and when one is reminded of it, in the company's zone.
 */
import { LATEST_INSTANT } from '#contract/rules/bounds.ts'
import { addAmount, endOfSpan, type Amount } from './zone.ts'
import type { Weekday } from './wall.ts'

/** Spec section 9: hours, end of day, week, month, year, custom. */
export type Deadline =
  | { kind: 'none' }
  | { kind: 'hours'; hours: number }
  | { kind: 'endOfDay' | 'endOfWeek' | 'endOfMonth' | 'endOfYear' }
  | ({ kind: 'custom' } & Amount)

export type Reminder = { from: 'beforeDeadline' | 'afterStart' } & Amount

interface Place {
  zone: string
  weekStart: Weekday
}

/**
 * The last moment in time; what happens after it is late. The end of a day is its last millisecond,
 * so that it is shown on that day. Null: there is none.
 */
export function deadlineOf(
  deadline: Deadline,
  at: string,
  { zone, weekStart }: Place,
): string | null {
  switch (deadline.kind) {
    case 'none':
      return null
    case 'hours':
      return later(at, { amount: deadline.hours, unit: 'hours' }, zone)
    case 'endOfDay':
      return endOfSpan(at, 'day', zone, weekStart)
    case 'endOfWeek':
      return endOfSpan(at, 'week', zone, weekStart)
    case 'endOfMonth':
      return endOfSpan(at, 'month', zone, weekStart)
    case 'endOfYear':
      return endOfSpan(at, 'year', zone, weekStart)
    case 'custom':
      return later(at, deadline, zone)
  }
}

/**
 * Never before the occurrence and never after its deadline; null when there is nothing to remind of
 * then.
 */
export function reminderOf(
  reminder: Reminder | null,
  at: string,
  dueBy: string | null,
  { zone }: Pick<Place, 'zone'>,
): string | null {
  if (reminder === null) return null
  if (reminder.from === 'afterStart') {
    const remindAt = later(at, reminder, zone)
    return dueBy !== null && remindAt > dueBy ? null : remindAt
  }
  if (dueBy === null) return null
  const remindAt = addAmount(wholeMinute(dueBy), { ...reminder, amount: -reminder.amount }, zone)
  return remindAt < at ? at : remindAt
}

/**
 * Within the years that dates are kept of: a span that was stored before it was bounded may lead
 * thousands of years on, where instants neither sort as text nor can be told.
 */
function later(at: string, span: Amount, zone: string): string {
  if (at >= LATEST_INSTANT) return at
  const moved = addAmount(at, span, zone)
  return Date.parse(moved) > Date.parse(LATEST_INSTANT) ? LATEST_INSTANT : moved
}

/** Two hours before the end of the day is 22:00, not 21:59:59.999. */
function wholeMinute(at: string): string {
  return new Date(Math.ceil(Date.parse(at) / 60_000) * 60_000).toISOString()
}
