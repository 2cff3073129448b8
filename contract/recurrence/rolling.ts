/** Rolling schedules count from the last completion, not from the calendar. */
import { LATEST_DAY } from '#contract/rules/bounds.ts'
import { dayOffReader, nextOpen, type DayOffRules } from './calendar.ts'
import type { CompanyCalendar } from './companyCalendar.ts'
import { minutesOf, wallOf, type Wall } from './wall.ts'
import { addAmount, instantOf, wallAt, type Amount } from './zone.ts'
import { lastMinute } from './ruleFaults.ts'
import type { Moment } from './rule.ts'

const LATEST_MINUTE = minutesOf(`${LATEST_DAY}T23:59`)

export interface RollingSchedule extends DayOffRules {
  start: Wall
  every: Amount
  /** Interval after the end of a missed occurrence. If null, `every` applies. */
  restartAfter: Amount | null
  /** Maximum number of occurrences. If null, unlimited. */
  repeatCount: number | null
  /** Inclusive. If null, unlimited. */
  end: Moment | null
}

export type LastEnd = { how: 'done' | 'missed'; at: string }

export interface RollingAsked {
  schedule: RollingSchedule
  calendar: CompanyCalendar
  zone: string
  last: LastEnd | null
  made: number
}

/**
 * Returns the next occurrence, or null at the end of the schedule. Days and longer units keep the
 * time on the clock. A day off moves the occurrence even under `skip`, since a skipped occurrence
 * would end the schedule.
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

/** Spans stored before spans were bounded may lead beyond the range of stored dates. */
export const isBeyondReach = (at: string, zone: string): boolean => wallAt(at, zone) > LATEST_MINUTE

/** Moves back only if the new day is still after the last occurrence. Otherwise moves forward. */
export function onOpenDay(
  at: string,
  after: string,
  { schedule, calendar, zone }: Pick<RollingAsked, 'calendar' | 'zone'> & { schedule: DayOffRules },
): string {
  const offOn = dayOffReader(schedule, calendar)
  const local = wallOf(wallAt(at, zone))
  const { policy } = offOn(local)
  if (policy === 'keep') return at
  const moved = (step: 1 | -1) => {
    const open = nextOpen(local, step, offOn)
    return open === null ? at : instantOf(minutesOf(open), zone).at
  }
  const earlier = policy === 'moveToPrevious' ? moved(-1) : ''
  return earlier > after ? earlier : moved(1)
}

/** Preview that assumes each occurrence is performed the moment it is due. */
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
