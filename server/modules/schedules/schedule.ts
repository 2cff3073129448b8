/**
 * A rule as it is stored, in the terms of the engine; and what is wrong with one before it is
 * stored. Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Holiday, WorkingSpan } from '#contract/company/company.ts'
import { weekStartOf, type Language } from '#contract/languages.ts'
import {
  isAlwaysSkipped,
  knownPlan,
  openCalendar,
  type CompanyCalendar,
  type KnownPlan,
  type PlanEntry,
} from '#contract/recurrence/calendar.ts'
import { countFaults, occurrences, RuleRefused } from '#contract/recurrence/expand.ts'
import { deadlineOf, reminderOf } from '#contract/recurrence/deadline.ts'
import { expectedRolling, nextRolling } from '#contract/recurrence/rolling.ts'
import { parseRule, type Rule } from '#contract/recurrence/rule.ts'
import { ruleFaults } from '#contract/recurrence/ruleFaults.ts'
import type { RuleFault } from '#contract/recurrence/ruleLines.ts'
import type { SettledSchedule } from '#contract/recurrence/settle.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import type { Weekday } from '#contract/recurrence/wall.ts'
import { isSpanInReach } from '#contract/rules/timeUnits.ts'

/** What a date means in the company: its zone, its week, its days off. */
export interface CompanyTime {
  zone: string
  weekStart: Weekday
  calendar: CompanyCalendar
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const satisfies readonly Weekday[]

/** Where no working hours are kept, every day is a working day. */
export function companyTime(facts: {
  timezone: string
  language: Language
  weekStart: number | null
  workingHours: readonly WorkingSpan[]
  holidays: readonly Holiday[]
}): CompanyTime {
  const working = new Set(facts.workingHours.map(({ day }) => weekdays[day] ?? 'MO'))
  return {
    zone: facts.timezone,
    weekStart: weekdays[facts.weekStart ?? weekStartOf(facts.language)] ?? 'MO',
    calendar: {
      workingDays: working.size === 0 ? openCalendar.workingDays : [...working],
      workingHours: null,
      holidays: facts.holidays,
    },
  }
}

/** What says at which moments it comes, and by when it is due. */
const timingParts = [
  'kind',
  'rule',
  'every',
  'restartAfter',
  'repeatCount',
  'start',
  'end',
  'deadline',
  'reminder',
  'onHoliday',
  'onNonWorkingDay',
] as const satisfies readonly (keyof RruleDraft)[]
export type Timing = Pick<RruleDraft, (typeof timingParts)[number] | 'whenOverdue'>

/** Everything that speaks against keeping this timing; empty when it may be kept. */
export function timingFaults(timing: Timing, zone: string): RuleFault[] {
  if (timing.kind === 'rolling') return rollingFaults(timing)
  const { rule, faults, ...own } = parseRule(timing.rule ?? '')
  if (rule === null) return faults
  const beginning = [
    ...beginningFaults(own, timing.start, zone),
    ...ruleFaults(rule, { start: timing.start, zone }),
  ]
  return beginning.length > 0 ? beginning : workFaults(rule, timing.start, zone)
}

function rollingFaults({ every, start, end }: Timing): RuleFault[] {
  if (every === null) return [{ code: 'empty', part: 'every', value: null }]
  return end !== null && end < start.slice(0, 10)
    ? [{ code: 'endBeforeStart', part: 'end', value: end }]
    : []
}

/**
 * Whether the company's days off leave nothing of it. Only a timing that is new is judged by this:
 * the calendar may change after it was kept, and change back.
 */
export function dayOffFaults(timing: Timing, { calendar, zone }: CompanyTime): RuleFault[] {
  const schedule = settledSchedule(timing)
  const comesToNothing = () =>
    schedule.kind === 'rolling'
      ? nextRolling({ schedule, calendar, zone, last: null, made: 0 }) === null
      : isAlwaysSkipped(schedule, calendar, zone)
  try {
    return comesToNothing() ? [{ code: 'alwaysSkipped', part: null, value: null }] : []
  } catch (error) {
    if (error instanceof RuleRefused) return [] // so far ahead it is not known
    throw error
  }
}

/** Whether both come at the same moments and are due by the same ones. */
export const isSameTiming = (one: Timing, other: Timing): boolean =>
  // By meaning: the database gives the keys of a span back in an order of its own.
  timingParts.every((part) => isDeepStrictEqual(one[part], other[part]))

/** The fields whose span of time leads out of the years that dates are kept of. */
export const longSpans = ({ deadline, reminder, every, restartAfter }: Timing) =>
  (
    [
      ['deadline', deadline.kind === 'custom' ? deadline : null],
      ['reminder', reminder],
      ['every', every],
      ['restartAfter', restartAfter],
    ] as const
  ).flatMap(([field, span]) => (span === null || isSpanInReach(span) ? [] : [field]))

/**
 * A DTSTART in the text begins nothing: the start has a field of its own, on the company's clock.
 * One that says otherwise is told, not dropped.
 */
function beginningFaults(
  own: { start: string | null; zone: string | null },
  start: string,
  zone: string,
): RuleFault[] {
  if (own.zone !== null && own.zone !== zone)
    return [{ code: 'otherZone', part: 'DTSTART', value: own.zone }]
  return own.start === null || own.start === start
    ? []
    : [{ code: 'otherStart', part: 'DTSTART', value: own.start.replace('T', ' ') }]
}

/**
 * The runner will ask for the next dates again and again, so a rule that cannot tell its first ones
 * is not kept.
 */
function workFaults(rule: Rule, start: string, zone: string): RuleFault[] {
  try {
    const first = occurrences({ rule, start, zone, limit: 3 })
    return first.length === 0 ? nothingFaults(rule, start, zone) : countFaults({ rule, start })
  } catch (error) {
    if (error instanceof RuleRefused) return [...error.faults]
    throw error
  }
}

/** Why a rule whose parts do meet has no date at all. */
function nothingFaults(rule: Rule, start: string, zone: string): RuleFault[] {
  const has = (without: Partial<Rule>) =>
    occurrences({ rule: { ...rule, ...without }, start, zone, limit: 1 }).length > 0
  if (has({ exDates: [] })) return [{ code: 'allExcluded', part: 'EXDATE', value: null }]
  if (rule.until !== null && has({ until: null }))
    return [{ code: 'neverMatches', part: 'UNTIL', value: rule.until }]
  return [{ code: 'tooMuchWork', part: null, value: null }]
}

const read = new Map<string, Rule>()

/** A text is read once: the engine keeps what it learned of a rule with the rule itself. */
function ruleOf(text: string): Rule {
  const known = read.get(text)
  if (known) return known
  const { rule } = parseRule(text)
  // it was judged before it was stored
  if (rule === null) throw new Error('A stored rule cannot be read')
  if (read.size > 5_000) read.clear()
  read.set(text, rule)
  return rule
}

export function settledSchedule(timing: Timing): SettledSchedule {
  const { start, deadline, reminder, onHoliday, onNonWorkingDay, whenOverdue } = timing
  const shared = { start, deadline, reminder, onHoliday, onNonWorkingDay, whenOverdue }
  if (timing.kind === 'specific')
    return { kind: 'specific', ...shared, rule: ruleOf(timing.rule ?? '') }
  return {
    kind: 'rolling',
    ...shared,
    every: timing.every ?? { amount: 1, unit: 'days' },
    restartAfter: timing.restartAfter,
    repeatCount: timing.repeatCount,
    end: timing.end,
  }
}

/**
 * The dates to come, or in a range: the same for preview, timeline and runner. Of a rolling one, as
 * if each were done when it is due.
 */
export const planOf = (
  timing: Timing,
  time: CompanyTime,
  range: { from?: string; to?: string; limit?: number },
): PlanEntry[] => knownPlanOf(timing, time, range).entries

const ROLLED = 2_000

export function knownPlanOf(
  timing: Timing,
  time: CompanyTime,
  range: { from?: string; to?: string; limit?: number },
): KnownPlan {
  const schedule = settledSchedule(timing)
  const { zone, weekStart, calendar } = time
  if (schedule.kind === 'specific')
    return knownPlan({ schedule, calendar, zone, weekStart, ...range })
  const rolled = expectedRolling({ schedule, calendar, zone, limit: ROLLED })
  const asked = rolled.filter(
    (at) =>
      (range.from === undefined || at >= range.from) && (range.to === undefined || at < range.to),
  )
  const limit = range.limit ?? 1_000
  const entries = asked.slice(0, limit).map((at) => {
    const dueBy = deadlineOf(schedule.deadline, at, { zone, weekStart })
    return {
      at,
      plannedAt: at,
      outcome: 'due' as const,
      because: [],
      dueBy,
      remindAt: reminderOf(schedule.reminder, at, dueBy, { zone }),
    }
  })
  return {
    entries,
    until: asked[limit] ?? (rolled.length < ROLLED ? null : (rolled.at(-1) ?? null)),
  }
}
