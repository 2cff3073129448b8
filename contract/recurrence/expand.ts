/**
 * Expands a rule in a time zone. Dates are expanded on the wall clock without a zone (dayByDay.ts)
 * and then converted to instants. So 08:00 stays 08:00 over a clock change. A skipped time moves
 * forward; a repeated time is taken once, the first.
 */
import { visitDays } from './dayByDay.ts'
import { completed, periodBefore } from './dayMatch.ts'
import type { Moment, Rule } from './rule.ts'
import { formFaults, lastMinute, reachFaults } from './ruleFaults.ts'
import type { RuleFault } from './ruleLines.ts'
import { dayOf, isWall, MINUTES_A_DAY, minutesOf, wallOf, type Wall } from './wall.ts'
import { instantOf, wallAt } from './zone.ts'
import { WorkExceeded } from './workExceeded.ts'

export interface Occurrence {
  /** ISO, UTC. */
  at: string
  /** The time the rule gives. If a clock change skips it, `at` is later on the clock. */
  local: Wall
  shifted?: 'gap'
}

export interface Asked {
  rule: Rule
  /** DTSTART. An occurrence only if the rule matches it. */
  start: Wall
  zone: string
  /**
   * Instants: `from` is inclusive, `to` exclusive. If omitted, the range begins at the start and
   * covers a hundred years.
   */
  from?: string
  to?: string
  limit?: number
}

export class RuleRefused extends Error {
  readonly faults: readonly RuleFault[]
  constructor(faults: readonly RuleFault[]) {
    super(`Recurrence refused: ${faults.map(({ code }) => code).join(', ')}`)
    this.faults = faults
  }
}

const DEFAULT_LIMIT = 1000
const HORIZON = 100 * 366 * MINUTES_A_DAY
const LONGEST_COUNTED = 4 * HORIZON
/** No clock change has exceeded a day. */
const LONGEST_SHIFT = MINUTES_A_DAY + 60

/** Sorted, without duplicates. Throws `RuleRefused` if the rule cannot be expanded. */
export function occurrences({
  rule,
  start,
  zone,
  from,
  to,
  limit = DEFAULT_LIMIT,
}: Asked): Occurrence[] {
  const prepared = prepare(rule, start)
  const begin = minutesOf(start)
  const first = from === undefined ? begin : Math.max(begin, wallAt(from, zone) - LONGEST_SHIFT)
  const last = Math.min(
    to === undefined ? first + HORIZON : wallAt(to, zone) + LONGEST_SHIFT,
    rule.until === null ? Infinity : lastMinute(rule.until, zone) + LONGEST_SHIFT,
  )
  const isAsked = (at: string) =>
    (from === undefined || at >= fullIso(from)) && (to === undefined || at < fullIso(to))
  const isLeft = exclusions(rule, zone)
  const found = new Map<string, Occurrence>()
  let latest = ''
  const add = (occurrence: Occurrence) => {
    const known = found.get(occurrence.at)
    if (known === undefined || known.shifted !== undefined) found.set(occurrence.at, occurrence)
    if (occurrence.at > latest) latest = occurrence.at
  }
  if (limit > 0)
    withinBounds(() =>
      visitMinutes(prepared, begin, first, last, (minutes) => {
        const occurrence = { ...instantOf(minutes, zone), local: wallOf(minutes) }
        // A skipped time moves behind later ones, so the last one is certain only after a later one
        // appears.
        if (found.size >= limit && occurrence.at > latest) return false
        if (isAsked(occurrence.at) && isLeft(occurrence, true)) add(occurrence)
        return true
      }),
    )
  for (const added of rule.rDates) {
    const occurrence = addedOccurrence(added, start, zone)
    if (isAsked(occurrence.at) && isLeft(occurrence, false)) add(occurrence)
  }
  return [...found.values()].sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, limit)
}

/** Refuses a COUNT that the horizon does not reach: the rule would end early without notice. */
export function countFaults({ rule, start }: Pick<Asked, 'rule' | 'start'>): RuleFault[] {
  const { count } = rule
  if (count === null) return []
  const prepared = prepare(rule, start)
  const begin = minutesOf(start)
  withinBounds(() => {
    prepared.counted ??= countedMinutes(prepared, begin, count)
  })
  const last = prepared.counted?.[count - 1]
  return last === undefined || last > begin + HORIZON
    ? [{ code: 'endsTooFar', part: 'COUNT', value: String(count) }]
    : []
}

const fullIso = (instant: string) => new Date(instant).toISOString()

/** Cached per rule and start, so that the schedule runner does not recompute it at every step. */
interface Prepared {
  faults: readonly RuleFault[]
  whole: Rule
  /** All minutes of a rule with COUNT, which must be expanded from its start. */
  counted: readonly number[] | null
}

const preparations = new WeakMap<Rule, Map<Wall, Prepared>>()

function prepare(rule: Rule, start: Wall): Prepared {
  const ofRule = preparations.get(rule) ?? new Map<Wall, Prepared>()
  preparations.set(rule, ofRule)
  let prepared = ofRule.get(start)
  if (prepared === undefined) {
    let faults: RuleFault[] = isWall(start)
      ? formFaults(rule)
      : [{ code: 'notADate', part: 'DTSTART', value: start }]
    if (faults.length === 0) faults = reachFaults(rule, start)
    const whole = faults.length === 0 ? completed(rule, start) : rule
    prepared = {
      faults,
      whole,
      counted: null,
    }
    ofRule.set(start, prepared)
  }
  if (prepared.faults.length > 0) throw new RuleRefused(prepared.faults)
  return prepared
}

/**
 * Returns a filter for occurrences: not excluded and, if generated by the rule, not after UNTIL.
 */
function exclusions(
  { exDates, until }: Rule,
  zone: string,
): (occurrence: Occurrence, byRule: boolean) => boolean {
  const excluded = new Set(exDates)
  const universal = (moment: Moment | null) => (moment?.endsWith('Z') === true ? moment : null)
  const last = until === null || universal(until) !== null ? Infinity : lastMinute(until, zone)
  const lastInstant = universal(until)
  return ({ at, local }, byRule) => {
    const instant = `${at.slice(0, 16)}Z`
    if (excluded.has(local) || excluded.has(dayOf(local)) || excluded.has(instant)) return false
    return !byRule || (minutesOf(local) <= last && (lastInstant === null || instant <= lastInstant))
  }
}

function addedOccurrence(moment: Moment, start: Wall, zone: string): Occurrence {
  if (moment.endsWith('Z')) {
    const at = new Date(`${moment.slice(0, 16)}:00Z`).toISOString()
    return { at, local: wallOf(wallAt(at, zone)) }
  }
  const local = moment.length === 10 ? `${moment}${start.slice(10)}` : moment
  return { ...instantOf(minutesOf(local), zone), local }
}

type Visit = (minutes: number) => boolean

function visitMinutes(
  prepared: Prepared,
  begin: number,
  from: number,
  to: number,
  visit: Visit,
): void {
  const { whole } = prepared
  const take: Visit = (minutes) =>
    minutes < begin || (minutes <= to && (minutes < from || visit(minutes)))
  if (whole.count !== null) {
    prepared.counted ??= countedMinutes(prepared, begin, whole.count)
    for (const minutes of prepared.counted) if (!take(minutes)) return
  } else visitDays(whole, periodBefore(whole, begin, from), to, take)
}

function countedMinutes({ whole }: Prepared, begin: number, count: number): readonly number[] {
  const found: number[] = []
  visitDays(whole, periodBefore(whole, begin, begin), begin + LONGEST_COUNTED, (minutes) => {
    if (minutes >= begin) found.push(minutes)
    return found.length < count
  })
  return found
}

function withinBounds(work: () => void): void {
  try {
    work()
  } catch (error) {
    throw error instanceof WorkExceeded
      ? new RuleRefused([{ code: 'tooMuchWork', part: null, value: null }])
      : error
  }
}
