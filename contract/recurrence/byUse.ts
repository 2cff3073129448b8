/**
 * Schedules by use: due when equipment was used this much since the last completion. Preview,
 * calendar and runner call the same function.
 */
import type { Rates } from '#contract/rules/meterRates.ts'
import type { DayOffRules } from './calendar.ts'
import type { CompanyCalendar } from './companyCalendar.ts'
import type { ExpectedBy } from './kinds.ts'
import { isBeyondReach, onOpenDay } from './rolling.ts'
import type { Moment } from './rule.ts'
import { lastMinute } from './ruleFaults.ts'
import { minutesOf, wallOf, type Wall } from './wall.ts'
import { addAmount, instantOf, wallAt, type Amount } from './zone.ts'

export interface ByUseSchedule extends DayOffRules {
  start: Wall
  quantity: number
  /** After the last completion. Null for no latest date. */
  latest: Amount | null
  /** After the last completion. Null for no earliest date. */
  earliest: Amount | null
  repeatCount: number | null
  end: Moment | null
}

/** What one target was used since its count began. */
export interface UseSince {
  /** The last completion or end, or when the target began to count. */
  from: string
  /** In the meter's unit. Null if the target has no such meter. */
  used: number | null
  /** When the quantity was reached: the reading that showed it. Null if it was not. */
  reachedAt: string | null
  /** The last reading; use goes on from here. */
  readAt: string | null
  rates: Rates | null
}

export interface ByUseAsked {
  schedule: ByUseSchedule
  calendar: CompanyCalendar
  zone: string
  use: UseSince
  /** Occurrences so far. */
  made: number
  now: string
}

export interface ExpectedDate {
  /** The date, or the middle of the span. */
  at: string
  /** Days of the company's time zone, both included. Equal if the date is certain. */
  from: string
  to: string
  by: ExpectedBy
  /** Due since `at`. Otherwise expected. */
  isReached: boolean
}

const DAY = 86_400_000

/** The next date. Null at the end of the schedule, or if nothing says when. */
export const nextByUse = (asked: ByUseAsked): ExpectedDate | null => datedByUse(asked).date

/** Milliseconds after which days of a span that moves with the time are computed again. */
export const SPAN_MOVES_AFTER = 3_600_000

/**
 * The next date, and until when it stays if nothing is read or done: until then nothing becomes due,
 * and only the days of a span that moves with the time may differ. Null if it stays forever.
 */
export function datedByUse(asked: ByUseAsked): { date: ExpectedDate | null; until: string | null } {
  const { schedule, zone, now } = asked
  const limits = limitsOf(asked)
  const found = spanOf(asked, limits)
  if (found === null) return { date: null, until: null }
  const placed = isBeyondReach(found.to, zone) ? null : place(found, asked)
  const isOver =
    placed === null ||
    (schedule.end !== null && wallAt(placed.at, zone) > lastMinute(schedule.end, zone))
  const times = [found.from, limits.latest ?? '']
  if (placed !== null) times.push(placed.at, millisecondsAfter(placed.at, 1))
  if (found.isMoving) times.push(millisecondsAfter(now, SPAN_MOVES_AFTER))
  return {
    date: isOver ? null : placed,
    until: times
      .filter((at) => at > now)
      .reduce<string | null>((first, at) => sooner(at, first), null),
  }
}

const millisecondsAfter = (at: string, milliseconds: number): string =>
  new Date(Date.parse(at) + milliseconds).toISOString()

function spanOf(asked: ByUseAsked, limits: Limits): Span | null {
  const { schedule, use, made, now } = asked
  if (schedule.repeatCount !== null && made >= schedule.repeatCount) return null
  return reached(use, { ...limits, now }) ?? expected(asked, limits)
}

function limitsOf({ schedule, use, zone }: ByUseAsked): Limits {
  const limit = (amount: Amount | null) =>
    amount === null ? null : addAmount(use.from, amount, zone)
  return { earliest: limit(schedule.earliest), latest: limit(schedule.latest) }
}

interface Limits {
  earliest: string | null
  latest: string | null
}
interface Span {
  from: string
  to: string
  by: ExpectedBy
  isReached: boolean
  /** Its days depend on the current time. */
  isMoving: boolean
}

const certain = (at: string, by: ExpectedBy, isReached: boolean): Span => ({
  from: at,
  to: at,
  by,
  isReached,
  isMoving: false,
})
const later = (one: string, other: string | null) => (other !== null && other > one ? other : one)
const sooner = (one: string, other: string | null) => (other !== null && other < one ? other : one)

/** The latest date counts if it came before the quantity was reached. */
function reached(
  { used, reachedAt }: UseSince,
  { earliest, latest, now }: Limits & { now: string },
): Span | null {
  const byUse = used === null || reachedAt === null ? null : later(reachedAt, earliest)
  if (latest !== null && latest <= now && (byUse === null || latest < byUse))
    return certain(latest, 'latest', true)
  if (byUse === null) return null
  if (latest !== null && latest < byUse) return certain(latest, 'latest', false)
  // The quantity is reached; before the earliest date nothing is due.
  return certain(byUse, 'use', byUse <= now)
}

function expected({ schedule, use, now }: ByUseAsked, { earliest, latest }: Limits): Span | null {
  const { used, rates, readAt } = use
  if (used === null || rates === null)
    return latest === null ? null : certain(latest, 'latest', latest <= now)
  const left = schedule.quantity - used
  // A reading that is old says nothing of the days since, so what should have come is expected now.
  const after = (perDay: number): string | null => {
    const days = left / perDay
    if (!Number.isFinite(days) || days > 36_500) return null
    const at = new Date(Date.parse(readAt ?? now) + days * DAY).toISOString()
    return later(later(at, now), earliest)
  }
  const from = after(rates.busiest)
  if (from === null || (latest !== null && latest <= from))
    return latest === null ? null : certain(latest, 'latest', latest <= now)
  const to = after(rates.quietest)
  const end = to === null ? latest : sooner(to, latest)
  // Without a latest date and with a month of no use, the span is as long again as the wait.
  const fallback = new Date(2 * Date.parse(from) - Date.parse(now)).toISOString()
  return {
    from,
    to: end ?? later(fallback, from),
    by: 'use',
    isReached: false,
    isMoving: from <= now || end === null,
  }
}

/** Days off move the date. A span keeps its days, and only its middle is shown at the time of day. */
function place({ from, to, by, isReached }: Span, asked: ByUseAsked): ExpectedDate {
  const { zone, schedule } = asked
  const day = (at: string) => wallOf(wallAt(at, zone)).slice(0, 10)
  if (from === to && (isReached || from > asked.now)) {
    const at = onOpenDay(from, by === 'use' ? from : '', asked)
    return { at, from: day(at), to: day(at), by, isReached: isReached && at <= asked.now }
  }
  const middle = new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString()
  const timeOfDay = (time: string) => instantOf(minutesOf(`${day(middle)}T${time}`), zone).at
  const due = timeOfDay(schedule.start.slice(11))
  // An expected date is never past, and changes at most once a day.
  const at = due < asked.now ? timeOfDay('23:59') : due
  return { at, from: day(from), to: day(to), by, isReached: false }
}
