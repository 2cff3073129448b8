/** Converts stored schedules to the engine's terms and validates timings. Pure. */
import { isDeepStrictEqual } from 'node:util'
import {
  isAlwaysSkipped,
  knownPlan,
  type KnownPlan,
  type PlanEntry,
} from '#contract/recurrence/calendar.ts'
import { countFaults, occurrences, RuleRefused } from '#contract/recurrence/expand.ts'
import { deadlineOf, reminderOf } from '#contract/recurrence/deadline.ts'
import { minutesOf } from '#contract/recurrence/wall.ts'
import { addAmount, instantOf } from '#contract/recurrence/zone.ts'
import { expectedRolling, nextRolling } from '#contract/recurrence/rolling.ts'
import { parseRule, type Rule } from '#contract/recurrence/rule.ts'
import { ruleFaults } from '#contract/recurrence/ruleFaults.ts'
import type { RuleFault } from '#contract/recurrence/ruleLines.ts'
import type { SettledSchedule } from '#contract/recurrence/settle.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { isSpanInReach } from '#contract/rules/timeUnits.ts'
import type { CompanyTime } from '../../foundation/company/index.ts'

const timingParts = [
  'kind',
  'use',
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

export function timingFaults(timing: Timing, zone: string): RuleFault[] {
  if (timing.kind === 'rolling') return rollingFaults(timing)
  if (timing.kind === 'byUse') return byUseFaults(timing)
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
  return endFaults({ start, end })
}

const endFaults = ({ start, end }: Pick<Timing, 'start' | 'end'>): RuleFault[] =>
  end !== null && end < start.slice(0, 10)
    ? [{ code: 'endBeforeStart', part: 'end', value: end }]
    : []

function byUseFaults({ use, start, end }: Timing): RuleFault[] {
  if (use === null) return [{ code: 'empty', part: 'use', value: null }]
  const { earliest, latest } = use
  const isReversed =
    earliest !== null &&
    latest !== null &&
    addAmount(FIRST_DAY, earliest, 'UTC') >= addAmount(FIRST_DAY, latest, 'UTC')
  return isReversed
    ? [{ code: 'latestBeforeEarliest', part: 'use', value: null }]
    : endFaults({ start, end })
}

/** Spans of different units are compared from here. */
const FIRST_DAY = '2026-01-01T00:00:00.000Z'

/**
 * Errors if the company's days off leave no date. Applied only to new timings, because the calendar
 * may change later and back.
 */
export function dayOffFaults(timing: Timing, { calendar, zone }: CompanyTime): RuleFault[] {
  const schedule = settledSchedule(timing)
  const comesToNothing = () =>
    schedule.kind === 'rolling'
      ? nextRolling({ schedule, calendar, zone, last: null, made: 0 }) === null
      : schedule.kind === 'specific' && isAlwaysSkipped(schedule, calendar, zone)
  try {
    return comesToNothing() ? [{ code: 'alwaysSkipped', part: null, value: null }] : []
  } catch (error) {
    if (error instanceof RuleRefused) return []
    throw error
  }
}

export const isSameTiming = (one: Timing, other: Timing): boolean =>
  // Deep comparison, because the database returns JSON keys in its own order.
  timingParts.every((part) => isDeepStrictEqual(one[part], other[part]))

export const tooLongSpans = ({ deadline, reminder, every, restartAfter, use }: Timing) =>
  (
    [
      ['deadline', deadline.kind === 'custom' ? deadline : null],
      ['reminder', reminder],
      ['every', every],
      ['restartAfter', restartAfter],
      ['use', use?.latest ?? null],
      ['use', use?.earliest ?? null],
    ] as const
  ).flatMap(([field, span]) => (span === null || isSpanInReach(span) ? [] : [field]))

/**
 * A DTSTART in the rule text is ignored: the start is a separate field in the company's zone. A
 * differing DTSTART is reported as an error.
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
 * The runner expands a schedule repeatedly, so one whose first dates cannot be computed is refused.
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

/** Finds the reason why a valid rule has no date at all. */
function nothingFaults(rule: Rule, start: string, zone: string): RuleFault[] {
  const has = (without: Partial<Rule>) =>
    occurrences({ rule: { ...rule, ...without }, start, zone, limit: 1 }).length > 0
  if (has({ exDates: [] })) return [{ code: 'allExcluded', part: 'EXDATE', value: null }]
  if (rule.until !== null && has({ until: null }))
    return [{ code: 'neverMatches', part: 'UNTIL', value: rule.until }]
  return [{ code: 'tooMuchWork', part: null, value: null }]
}

const read = new Map<string, Rule>()

function ruleOf(text: string): Rule {
  const known = read.get(text)
  if (known) return known
  const { rule } = parseRule(text)
  if (rule === null) throw new Error('A stored rule cannot be read')
  if (read.size > 5_000) read.clear()
  read.set(text, rule)
  return rule
}

/** The start as an instant. */
export const startOf = ({ start }: Pick<Timing, 'start'>, zone: string): string =>
  instantOf(minutesOf(start), zone).at

export function settledSchedule(timing: Timing): SettledSchedule {
  const { start, deadline, reminder, onHoliday, onNonWorkingDay, whenOverdue } = timing
  const shared = { start, deadline, reminder, onHoliday, onNonWorkingDay, whenOverdue }
  if (timing.kind === 'specific')
    return { kind: 'specific', ...shared, rule: ruleOf(timing.rule ?? '') }
  if (timing.kind === 'byUse')
    return {
      kind: 'byUse',
      ...shared,
      quantity: timing.use?.quantity ?? 1,
      latest: timing.use?.latest ?? null,
      earliest: timing.use?.earliest ?? null,
      repeatCount: timing.repeatCount,
      end: timing.end,
    }
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
 * Future dates, or dates in a range, for preview, timeline and runner alike. A rolling schedule is
 * expanded as if each occurrence were done when due.
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
  // Each target has its own expected dates (`expected.ts`).
  if (schedule.kind === 'byUse') return { entries: [], until: null }
  const rolled = expectedRolling({ schedule, calendar, zone, limit: ROLLED })
  const asked = rolled.filter(
    (at) =>
      (range.from === undefined || at >= range.from) && (range.to === undefined || at < range.to),
  )
  const limit = range.limit ?? 1_000
  const entries = asked.slice(0, limit).map((at) => {
    const dueBy = deadlineOf(schedule.deadline, at, { zone, weekStart, calendar })
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
