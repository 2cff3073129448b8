/**
 * Converts local wall time to instants and back, with Temporal. A local time that a clock change
 * skips moves forward by the gap; a repeated one means the first (RFC 5545, 3.3.5).
 */
import { Temporal } from 'temporal-polyfill'
import type { timeUnits } from '#contract/rules/timeUnits.ts'
import { weekdayNumber, type Weekday } from './wall.ts'

export interface Placed {
  /** ISO, UTC. */
  at: string
  /** A clock change skips the local time. */
  shifted?: 'gap'
}

/** Cached, because the schedule runner converts the same times at every step. */
const placedIn = new Map<string, Map<number, Placed>>()
const MAX_REMEMBERED = 20_000

export function instantOf(minutes: number, zone: string): Placed {
  const known = placedIn.get(zone) ?? new Map<number, Placed>()
  if (known.size >= MAX_REMEMBERED) known.clear()
  placedIn.set(zone, known)
  const placed = known.get(minutes) ?? place(minutes, zone)
  known.set(minutes, placed)
  return placed
}

function place(minutes: number, zone: string): Placed {
  const local = minutes * 60_000
  const span = steadySpan(zone, local)
  // More than a day from both ends of the span, no other offset can apply to this local time.
  if (span !== null && local - DAY_MS > span.from && local + DAY_MS < span.to) {
    return { at: new Date(local - span.offset).toISOString() }
  }
  const placed = plain(minutes).toZonedDateTime(zone, { disambiguation: 'compatible' })
  const instant = placed.epochMilliseconds
  const at = new Date(instant).toISOString()
  return instant + placed.offsetNanoseconds / 1_000_000 === minutes * 60_000
    ? { at }
    : { at, shifted: 'gap' }
}

/** Local minutes since 1970-01-01T00:00. */
export function wallAt(at: string, zone: string): number {
  const instant = Date.parse(at)
  return Math.floor((instant + offsetAt(instant, zone)) / 60_000)
}

/** Milliseconds ahead of UTC. */
function offsetAt(instant: number, zone: string): number {
  const span = steadySpan(zone, instant)
  if (span !== null && instant >= span.from && instant < span.to) return span.offset
  return exactOffset(instant, zone)
}

const DAY_MS = 86_400_000
interface SteadySpan {
  from: number
  to: number
  offset: number
}

/**
 * Cached spans between clock changes. A rule converts thousands of times within one span, with one
 * call to Temporal.
 */
const steadySpans = new Map<string, SteadySpan[]>()
const MAX_SPANS = 500

function steadySpan(zone: string, instant: number): SteadySpan | null {
  const known = steadySpans.get(zone) ?? []
  steadySpans.set(zone, known)
  const near = known.find(({ from, to }) => instant >= from && instant < to)
  if (near !== undefined) return near
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  const before = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const after = at.getTimeZoneTransition('next')
  const span = {
    from: before?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: after?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: exactOffset(instant, zone),
  }
  if (known.length >= MAX_SPANS) known.length = 0
  known.unshift(span)
  return instant >= span.from && instant < span.to ? span : null
}

function exactOffset(instant: number, zone: string): number {
  return (
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds /
    1_000_000
  )
}

export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

type TimeUnit = (typeof timeUnits)[number]
/** Spec section 9. */
export interface Amount {
  amount: number
  unit: TimeUnit
}

/**
 * Adds (or subtracts, if negative) in the zone. Days and longer keep the time on the clock; hours
 * and minutes are elapsed time. A day that a month lacks becomes its last.
 */
export function addAmount(at: string, { amount, unit }: Amount, zone: string): string {
  const moved = Temporal.Instant.from(at)
    .toZonedDateTimeISO(zone)
    .add({ [unit]: amount }, { overflow: 'constrain' })
  return new Date(moved.epochMilliseconds).toISOString()
}

export type Span = 'day' | 'week' | 'month' | 'year'

/** The last millisecond of the local day, week, month or year that contains the instant. */
export function endOfSpan(at: string, span: Span, zone: string, weekStart: Weekday): string {
  const day = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate()
  const intoWeek = (day.dayOfWeek - 1 - weekdayNumber(weekStart) + 7) % 7
  const next = {
    day: () => day.add({ days: 1 }),
    week: () => day.add({ days: 7 - intoWeek }),
    month: () => day.with({ day: 1 }).add({ months: 1 }),
    year: () => day.with({ month: 1, day: 1 }).add({ years: 1 }),
  }[span]()
  // If a clock change skips midnight, the day begins at its first existing time.
  return new Date(next.toZonedDateTime(zone).epochMilliseconds - 1).toISOString()
}

function plain(minutes: number) {
  const date = new Date(minutes * 60_000)
  return new Temporal.PlainDateTime(
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
  )
}
