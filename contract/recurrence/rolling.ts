/** Rolling schedules count from the last completion, not from the calendar. */
import { LATEST_DAY } from '#contract/rules/bounds.ts'
import { dayOffReader, nextOpenDay, type CompanyCalendar, type DayOffRules } from './calendar.ts'
import { dayOf, minutesOf, wallOf, type Wall } from './wall.ts'
import { addAmount, instantOf, wallAt, type Amount } from './zone.ts'
import { lastMinute } from './ruleFaults.ts'
import type { Moment } from './rule.ts'

const LATEST_MINUTE = minutesOf(`${LATEST_DAY}T23:59`)

export interface RollingSchedule extends DayOffRules {
  start: Wall
  every: Amount
  /**
   * After one that nobody did, the next comes so long after its end; null: as long as after one
   * that was done.
   */
  restartAfter: Amount | null
  /** How many there may be; null: no end to them. */
  repeatCount: number | null
  /** None later than this. */
  end: Moment | null
}

/** How the last one ended. */
export type LastEnd = { how: 'done' | 'missed'; at: string }

export interface RollingAsked {
  schedule: RollingSchedule
  calendar: CompanyCalendar
  zone: string
  /** Null: there was none yet. */
  last: LastEnd | null
  /** How many there were. */
  made: number
}

/**
 * When the next one is, or null when there is none. Days and longer keep the time on the clock; a
 * day off moves it on, since a rolling schedule that skipped would never go on.
 */
export function nextRolling(asked: RollingAsked): string | null {
  const { schedule, zone, last, made } = asked
  if (schedule.repeatCount !== null && made >= schedule.repeatCount) return null
  const at =
    last === null
      ? instantOf(minutesOf(schedule.start), zone).at
      : addAmount(
          last.at,
          last.how === 'missed' ? (schedule.restartAfter ?? schedule.every) : schedule.every,
          zone,
        )
  if (isBeyondReach(at, zone)) return null
  const placed = onOpenDay(at, last?.at ?? '', asked)
  if (isBeyondReach(placed, zone)) return null
  return schedule.end !== null && wallAt(placed, zone) > lastMinute(schedule.end, zone)
    ? null
    : placed
}

/** What was stored before spans were bounded may lead to years that cannot be told. */
const isBeyondReach = (at: string, zone: string): boolean => wallAt(at, zone) > LATEST_MINUTE

/** Moved back it still comes after the last one; else it is moved on. */
function onOpenDay(at: string, after: string, { schedule, calendar, zone }: RollingAsked): string {
  const offOn = dayOffReader(schedule, calendar)
  const local = wallOf(wallAt(at, zone))
  const { policy } = offOn(dayOf(local))
  if (policy === 'keep') return at
  const moved = (step: 1 | -1) => {
    const day = nextOpenDay(dayOf(local), step, offOn)
    return day === null ? at : instantOf(minutesOf(`${day}${local.slice(10)}`), zone).at
  }
  const earlier = policy === 'moveToPrevious' ? moved(-1) : ''
  return earlier > after ? earlier : moved(1)
}

/**
 * What it comes to when each is done the moment it is due: the most that can be said beforehand.
 */
export function expectedRolling({
  limit,
  ...asked
}: Omit<RollingAsked, 'last' | 'made'> & {
  last?: LastEnd | null
  made?: number
  limit: number
}): string[] {
  const found: string[] = []
  let last = asked.last ?? null
  while (found.length < limit) {
    const at = nextRolling({ ...asked, last, made: (asked.made ?? 0) + found.length })
    if (at === null) break
    found.push(at)
    last = { how: 'done', at }
  }
  return found
}
