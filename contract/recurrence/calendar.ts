import { LATEST_INSTANT } from '#contract/rules/bounds.ts'
import { exceptionReader } from '#contract/rules/workingTime.ts'
import type { CompanyCalendar } from './companyCalendar.ts'
import { deadlineOf, reminderOf, type Deadline, type Reminder } from './deadline.ts'
import { occurrences, type Occurrence } from './expand.ts'
import type { OnDayOff } from './kinds.ts'
import type { Rule } from './rule.ts'
import {
  dayNumberOf,
  dayOf,
  MINUTES_A_DAY,
  minutesOf,
  wallOf,
  weekdayOfDay,
  type Wall,
  type Weekday,
} from './wall.ts'
import { makeOvernightTest } from './workingHours.ts'
import { instantOf, wallAt } from './zone.ts'

export { daysOff } from './kinds.ts'

export interface DayOffRules {
  onHoliday: OnDayOff
  onNonWorkingDay: OnDayOff
}

export interface Schedule extends DayOffRules {
  rule: Rule
  start: Wall
  deadline: Deadline
  reminder: Reminder | null
}

type Because =
  | { kind: 'holiday'; name: string }
  | { kind: 'nonWorkingDay'; weekday: Weekday }
  /** The clock change skips `local`, so the occurrence is later on the clock. */
  | { kind: 'clockChange'; local: Wall }
  | { kind: 'merged'; into: string }
  /** There is no open day within a month to move to. */
  | { kind: 'nowhereToGo' }

export interface PlanEntry {
  /** ISO, UTC. For a skipped occurrence, when it would have been. */
  at: string
  /** The time the rule gives. Identifies the occurrence for good. */
  plannedAt: string
  outcome: 'due' | 'skipped' | 'moved'
  because: readonly Because[]
  dueBy: string | null
  remindAt: string | null
}

export interface PlanAsked {
  schedule: Schedule
  calendar: CompanyCalendar
  zone: string
  weekStart?: Weekday
  /** Inclusive. If omitted, the schedule's start applies. */
  from?: string
  /** Exclusive. */
  to?: string
  /** Maximum number of occurrences that take place. Skipped ones are extra. */
  limit?: number
}

const FURTHEST_MOVE = 31
const DAY_MS = 86_400_000
const MAX_LOOKED_AT = 3_000

/** A plan that may end before the requested range does. */
export interface KnownPlan {
  /** Sorted by time. */
  entries: PlanEntry[]
  /** The plan is unknown from this instant on. Null if it covers the whole request. */
  until: string | null
}

/** Sorted by time. Preview, timeline and the schedule runner share this function. */
export const planOccurrences = (asked: PlanAsked): PlanEntry[] => knownPlan(asked).entries

export function knownPlan({
  schedule,
  calendar,
  zone,
  weekStart = 'MO',
  from,
  to,
  limit = 1000,
}: PlanAsked): KnownPlan {
  const moves = schedule.onHoliday.startsWith('move') || schedule.onNonWorkingDay.startsWith('move')
  // An occurrence outside the range may be moved into it.
  const margin = moves ? (FURTHEST_MOVE + 2) * DAY_MS : 0
  const isAsked = ({ at }: { at: string }) =>
    (from === undefined || at >= new Date(from).toISOString()) &&
    (to === undefined || at < new Date(to).toISOString())
  const asked = {
    rule: schedule.rule,
    start: schedule.start,
    zone,
    ...(from === undefined ? {} : { from: new Date(Date.parse(from) - margin).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(Date.parse(to) + margin).toISOString() }),
  }
  const place = placer(schedule, calendar, zone)
  for (let most = limit + 100; ; most = Math.min(most * 3, Math.max(most, MAX_LOOKED_AT))) {
    const found = occurrences({ ...asked, limit: most })
    const isAll = found.length < most || most >= MAX_LOOKED_AT
    const last = found.at(-1)?.at
    // No later occurrence can be moved before this instant.
    const settledUntil =
      isAll || last === undefined ? null : new Date(Date.parse(last) - margin).toISOString()
    const placed = merged(found.map(place)).filter(
      (entry) => isAsked(entry) && (settledUntil === null || entry.at < settledUntil),
    )
    const taken = upTo(limit, placed)
    if (!isAll && taken.filter(isPlanned).length < limit) continue
    const entries = taken.map((entry) => {
      const dueBy = deadlineOf(schedule.deadline, entry.at, { zone, weekStart, calendar })
      return { ...entry, dueBy, remindAt: reminderOf(schedule.reminder, entry.at, dueBy, { zone }) }
    })
    return {
      entries,
      until:
        placed[taken.length]?.at ??
        (found.length < most || last === undefined
          ? null
          : new Date(Date.parse(last) - margin).toISOString()),
    }
  }
}

/** Limits the skipped entries: a minutely rule skips thousands on one day off. */
export function withFewSkipped(
  entries: readonly PlanEntry[],
  most: number,
): { entries: PlanEntry[]; skippedLeftOut: number } {
  let skipped = 0
  const told = entries.filter((entry) => isPlanned(entry) || (skipped += 1) <= most)
  return { entries: told, skippedLeftOut: entries.length - told.length }
}

const DATES_AT_ONCE = 50
const LOOKS = 60
const LONGEST_CLOSURE = 1_000

/**
 * True if every date is skipped, as far as can be foreseen. After a day off, the search continues
 * on the next open day. It covers two months of minutely rules, or decades of a weekly rule.
 */
export function isAlwaysSkipped(
  schedule: Schedule,
  calendar: CompanyCalendar,
  zone: string,
): boolean {
  const place = placer(schedule, calendar, zone)
  const offOn = dayOffReader(schedule, calendar)
  const isSkipped = (day: number) => offOn(wallOf(day * MINUTES_A_DAY)).policy === 'skip'
  const { rule, start } = schedule
  let from: string | undefined
  for (let look = 0; look < LOOKS; look += 1) {
    const found = occurrences({
      rule,
      start,
      zone,
      ...(from !== undefined && { from }),
      limit: DATES_AT_ONCE,
    })
    if (found.map(place).some(isPlanned)) return false
    const last = found.at(-1)
    if (last === undefined || found.length < DATES_AT_ONCE) return look > 0 || found.length > 0
    let day = dayNumberOf(dayOf(wallOnClock(last.at, zone))) + 1
    // Passes a holiday of weeks at once, however many dates a minutely rule has in it.
    for (const end = day + LONGEST_CLOSURE; day < end && isSkipped(day);) day += 1
    from = instantOf(day * MINUTES_A_DAY, zone).at
    if (from > LATEST_INSTANT) break
  }
  return true
}

export const isPlanned = ({ outcome }: { outcome: PlanEntry['outcome'] }): boolean =>
  outcome !== 'skipped'

type Placed = Omit<PlanEntry, 'dueBy' | 'remindAt'>

function upTo(limit: number, entries: readonly Placed[]): Placed[] {
  let left = limit
  const end = entries.findIndex((entry) => isPlanned(entry) && (left -= 1) < 0)
  return end === -1 ? [...entries] : entries.slice(0, end)
}

function placer(
  rules: DayOffRules,
  calendar: CompanyCalendar,
  zone: string,
): (occurrence: Occurrence) => Placed {
  const offOn = dayOffReader(rules, calendar)
  return ({ at, local, shifted }) => {
    const clock: Because[] = shifted === undefined ? [] : [{ kind: 'clockChange', local }]
    // A time that a clock change skips may move to the next day, and that day counts.
    const wall = shifted === undefined ? local : wallOnClock(at, zone)
    const off = offOn(wall)
    if (off.policy === 'keep') return { at, plannedAt: at, outcome: 'due', because: clock }
    if (off.policy === 'skip')
      return { at, plannedAt: at, outcome: 'skipped', because: off.because }
    const moved = nextOpen(
      `${dayOf(wall)}${local.slice(10)}`,
      off.policy === 'moveToNext' ? 1 : -1,
      offOn,
    )
    if (moved === null)
      return {
        at,
        plannedAt: at,
        outcome: 'skipped',
        because: [...off.because, { kind: 'nowhereToGo' }],
      }
    const placed = instantOf(minutesOf(moved), zone)
    return {
      at: placed.at,
      plannedAt: at,
      outcome: 'moved',
      because:
        placed.shifted === undefined
          ? off.because
          : [...off.because, { kind: 'clockChange', local: moved }],
    }
  }
}

function wallOnClock(at: string, zone: string): Wall {
  return new Date(wallAt(at, zone) * 60_000).toISOString().slice(0, 16)
}

interface DayOff {
  policy: OnDayOff
  because: Because[]
}

/**
 * Returns the policy for a local time. Skip takes precedence over move, and a holiday or a working
 * day over the weekday. Working hours that pass midnight belong to the day on which they begin.
 */
export function dayOffReader(
  { onHoliday, onNonWorkingDay }: DayOffRules,
  calendar: CompanyCalendar,
): (wall: Wall) => DayOff {
  const { workingDays, holidays } = calendar
  const exceptionOf = exceptionReader(holidays)
  const isInNight = makeOvernightTest(calendar)
  const working = new Set(workingDays)
  const open: DayOff = { policy: 'keep', because: [] }
  return (wall) => {
    const day = dayOf(wall)
    const exception = exceptionOf(day)
    if (exception?.kind === 'working') return open
    const name = onHoliday === 'keep' ? undefined : exception?.name
    const weekday = weekdayOfDay(dayNumberOf(day))
    const isFree = onNonWorkingDay !== 'keep' && !working.has(weekday)
    if ((name !== undefined || isFree) && isInNight(minutesOf(wall))) return open
    const policy =
      name === undefined
        ? isFree
          ? onNonWorkingDay
          : 'keep'
        : isFree && onNonWorkingDay === 'skip'
          ? 'skip'
          : onHoliday
    const because: Because[] = []
    if (name !== undefined) because.push({ kind: 'holiday', name })
    if (isFree) because.push({ kind: 'nonWorkingDay', weekday })
    return { policy, because }
  }
}

/** The same time on the next or previous open day. Null if no day within a month is open. */
export function nextOpen(wall: Wall, step: 1 | -1, offOn: (wall: Wall) => DayOff): Wall | null {
  for (let away = 1; away <= FURTHEST_MOVE; away += 1) {
    const candidate = wallOf(minutesOf(wall) + step * away * MINUTES_A_DAY)
    if (offOn(candidate).policy === 'keep') return candidate
  }
  return null
}

/**
 * Merges occurrences at the same time. An unmoved occurrence wins, or else the first; the
 * others become skipped.
 */
function merged(entries: readonly Placed[]): Placed[] {
  const keepers = new Map<string, Placed>()
  for (const entry of entries.filter(isPlanned)) {
    const known = keepers.get(entry.at)
    if (known === undefined || (known.outcome === 'moved' && entry.outcome === 'due'))
      keepers.set(entry.at, entry)
  }
  return entries
    .map((entry): Placed =>
      isPlanned(entry) && keepers.get(entry.at) !== entry
        ? {
            ...entry,
            at: entry.plannedAt,
            outcome: 'skipped',
            because: [...entry.because, { kind: 'merged', into: entry.at }],
          }
        : entry,
    )
    .sort((a, b) => (a.at === b.at ? (a.plannedAt < b.plannedAt ? -1 : 1) : a.at < b.at ? -1 : 1))
}
