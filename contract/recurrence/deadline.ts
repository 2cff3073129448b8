import { LATEST_INSTANT } from '#contract/rules/bounds.ts'
import type { CompanyCalendar } from './companyCalendar.ts'
import { addWorkingHours } from './workingHours.ts'
import { addAmount, endOfSpan, type Amount } from './zone.ts'
import type { Weekday } from './wall.ts'

/** Spec section 9. */
export type Deadline =
  | { kind: 'none' }
  | { kind: 'hours'; hours: number }
  | { kind: 'workingHours'; hours: number }
  | { kind: 'endOfDay' | 'endOfWeek' | 'endOfMonth' | 'endOfYear' }
  | ({ kind: 'custom' } & Amount)

export type Reminder = { from: 'beforeDeadline' | 'afterStart' } & Amount

interface Place {
  zone: string
  weekStart: Weekday
  calendar: CompanyCalendar
}

/**
 * The last instant in time; anything later is late. The end of a day is its last millisecond, so
 * that it is shown on that day. Null if there is no deadline.
 */
export function deadlineOf(
  deadline: Deadline,
  at: string,
  { zone, weekStart, calendar }: Place,
): string | null {
  switch (deadline.kind) {
    case 'none':
      return null
    case 'hours':
      return later(at, { amount: deadline.hours, unit: 'hours' }, zone)
    case 'workingHours':
      return atLatest(addWorkingHours(at, deadline.hours, { calendar, zone }))
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
 * Never before the occurrence or after its deadline. Returns null if there is nothing to remind of.
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
 * Clamps to the range of stored dates. A span stored before spans were bounded may lead thousands
 * of years ahead, where ISO strings no longer sort.
 */
function later(at: string, span: Amount, zone: string): string {
  if (at >= LATEST_INSTANT) return at
  return atLatest(addAmount(at, span, zone))
}

const atLatest = (at: string): string =>
  Date.parse(at) > Date.parse(LATEST_INSTANT) ? LATEST_INSTANT : at

/** Two hours before the end of the day is 22:00, not 21:59:59.999. */
function wholeMinute(at: string): string {
  return new Date(Math.ceil(Date.parse(at) / 60_000) * 60_000).toISOString()
}
