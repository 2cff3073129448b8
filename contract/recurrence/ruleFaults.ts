/**
 * Validates a rule. `rrule` refuses almost nothing, so these checks find what RFC 5545 forbids,
 * contradictions, and rules that never match.
 */
import { isInReach } from '#contract/rules/bounds.ts'
import { longestSpan } from '#contract/rules/timeUnits.ts'
import { everMatches } from './reach.ts'
import { numberParts, type Frequency, type Moment, type Rule } from './rule.ts'
import type { FaultCode, RuleFault } from './ruleLines.ts'
import { isWall, minutesOf, type Wall } from './wall.ts'
import { isZone } from '#zoneOffsets'
import { wallAt } from './zone.ts'

const longestInterval: Readonly<Record<Frequency, number>> = {
  YEARLY: longestSpan.years,
  MONTHLY: longestSpan.months,
  WEEKLY: longestSpan.weeks,
  DAILY: longestSpan.days,
  HOURLY: longestSpan.hours,
  MINUTELY: longestSpan.minutes,
}
const HIGHEST_COUNT = 10_000

const ranges: Readonly<
  Record<keyof typeof numberParts, readonly [lowest: number, highest: number, fromTheEnd: boolean]>
> = {
  BYMONTH: [1, 12, false],
  BYWEEKNO: [1, 53, true],
  BYYEARDAY: [1, 366, true],
  BYMONTHDAY: [1, 31, true],
  BYHOUR: [0, 23, false],
  BYMINUTE: [0, 59, false],
  BYSETPOS: [1, 366, true],
}

/** All reasons against saving the rule. With `from`, also checks the rule against its start. */
export function ruleFaults(rule: Rule, from?: { start: Wall; zone: string }): RuleFault[] {
  const faults = [
    ...formFaults(rule),
    ...farDates(rule),
    ...forbiddenByRfc(rule),
    ...(from === undefined ? [] : startFaults(rule, from)),
  ]
  return faults.length > 0 ? faults : reachFaults(rule, from?.start)
}

/**
 * Faults that make a rule impossible to expand. Fewer than `ruleFaults`: some rules the RFC forbids
 * can still be expanded.
 */
export function formFaults(rule: Rule): RuleFault[] {
  const faults: RuleFault[] = []
  const check = (code: FaultCode, part: string, value: number | string, holds: boolean) => {
    if (!holds) faults.push({ code, part, value: String(value) })
  }
  check(
    'outOfRange',
    'INTERVAL',
    rule.interval,
    isWithin(rule.interval, 1, longestInterval[rule.freq]),
  )
  if (rule.count !== null)
    check('outOfRange', 'COUNT', rule.count, isWithin(rule.count, 1, HIGHEST_COUNT))
  for (const [part, [lowest, highest, fromTheEnd]] of entries(ranges)) {
    for (const value of rule[numberParts[part]])
      check(
        'outOfRange',
        part,
        value,
        isWithin(fromTheEnd ? Math.abs(value) : value, lowest, highest),
      )
  }
  const lastOrdinal =
    rule.freq === 'MONTHLY' || (rule.freq === 'YEARLY' && rule.byMonth.length > 0) ? 5 : 53
  for (const { weekday, ordinal } of rule.byDay)
    check(
      'outOfRange',
      'BYDAY',
      `${ordinal}${weekday}`,
      ordinal === null || isWithin(Math.abs(ordinal), 1, lastOrdinal),
    )
  if (rule.until !== null) check('notADate', 'UNTIL', rule.until, isMoment(rule.until))
  for (const date of rule.exDates) check('notADate', 'EXDATE', date, isMoment(date))
  for (const date of rule.rDates) check('notADate', 'RDATE', date, isMoment(date))
  check('countAndUntil', 'COUNT', rule.count ?? '', rule.count === null || rule.until === null)
  return faults
}

/**
 * Dates outside the range of stored dates. Rules stored before this check existed are still
 * expanded.
 */
function farDates({ until, exDates, rDates }: Rule): RuleFault[] {
  const dated = [
    ...(until === null ? [] : [['UNTIL', until]]),
    ...exDates.map((date) => ['EXDATE', date]),
    ...rDates.map((date) => ['RDATE', date]),
  ]
  return dated
    .filter(([, date = '']) => isMoment(date) && !isInReach(date))
    .map(([part = '', date = '']): RuleFault => ({ code: 'outOfRange', part, value: date }))
}

/** RFC 5545, 3.3.10: parts that must not be combined. */
export function forbiddenByRfc({
  freq,
  byWeekNo,
  byYearDay,
  byMonthDay,
  byDay,
  byMonth,
  byHour,
  byMinute,
  bySetPos,
}: Rule): RuleFault[] {
  const faults: RuleFault[] = []
  const forbid = (code: FaultCode, part: string, value: string | null, when: boolean) => {
    if (when) faults.push({ code, part, value })
  }
  forbid('notWithFrequency', 'BYWEEKNO', freq, byWeekNo.length > 0 && freq !== 'YEARLY')
  forbid(
    'notWithFrequency',
    'BYYEARDAY',
    freq,
    byYearDay.length > 0 && (freq === 'DAILY' || freq === 'WEEKLY' || freq === 'MONTHLY'),
  )
  forbid('notWithFrequency', 'BYMONTHDAY', freq, byMonthDay.length > 0 && freq === 'WEEKLY')
  const hasOrdinals = byDay.some(({ ordinal }) => ordinal !== null)
  const mayHaveOrdinals = freq === 'MONTHLY' || (freq === 'YEARLY' && byWeekNo.length === 0)
  forbid('ordinalNotAllowed', 'BYDAY', freq, hasOrdinals && !mayHaveOrdinals)
  const others = [byWeekNo, byYearDay, byMonthDay, byDay, byMonth, byHour, byMinute]
  forbid(
    'positionAlone',
    'BYSETPOS',
    null,
    bySetPos.length > 0 && others.every((values) => values.length === 0),
  )
  return faults
}

function startFaults(rule: Rule, { start, zone }: { start: Wall; zone: string }): RuleFault[] {
  if (!isZone(zone)) return [{ code: 'unknownZone', part: 'DTSTART', value: zone }]
  if (!isWall(start)) return [{ code: 'notADate', part: 'DTSTART', value: start }]
  const ends = rule.until !== null && isMoment(rule.until) ? lastMinute(rule.until, zone) : Infinity
  return ends < minutesOf(start)
    ? [{ code: 'untilBeforeStart', part: 'UNTIL', value: rule.until }]
    : []
}

export function lastMinute(moment: Moment, zone: string): number {
  if (moment.length === 10) return minutesOf(`${moment}T23:59`)
  return moment.endsWith('Z') ? wallAt(`${moment.slice(0, 16)}:00Z`, zone) : minutesOf(moment)
}

/**
 * Names the parts without which the rule would match. Without a start, checks whether the parts
 * contradict each other; with one, whether the steps from it ever match.
 */
export function reachFaults(rule: Rule, start?: Wall): RuleFault[] {
  const judged = start === undefined ? { ...rule, interval: 1 } : rule
  const from = start ?? '2000-01-01T00:00'
  if (everMatches(judged, from)) return []
  const given = givenParts(judged)
  const blamed = given.filter(([, without]) => everMatches({ ...judged, ...without }, from))
  return [
    {
      code: 'neverMatches',
      part: (blamed.length > 0 ? blamed : given).map(([part]) => part).join(', '),
      value: null,
    },
  ]
}

/** The parts present in a rule, each with the change that removes it. */
function givenParts(rule: Rule): [part: string, without: Partial<Rule>][] {
  const parts: [part: string, isGiven: boolean, without: Partial<Rule>][] = [
    ['INTERVAL', rule.interval > 1, { interval: 1 }],
    ['BYDAY', rule.byDay.length > 0, { byDay: [] }],
    ...entries(numberParts).map(([part, key]): [string, boolean, Partial<Rule>] => [
      part,
      rule[key].length > 0,
      { [key]: [] },
    ]),
  ]
  return parts.filter(([, isGiven]) => isGiven).map(([part, , without]) => [part, without])
}

function isMoment(text: string): boolean {
  return isWall(text.length === 10 ? `${text}T00:00` : text.replace(/Z$/, ''))
}

const isWithin = (value: number, lowest: number, highest: number) =>
  Number.isInteger(value) && value >= lowest && value <= highest
// The cast holds: the keys of a literal are exactly the keys of its type.
const entries = <K extends string, V>(record: Readonly<Record<K, V>>) =>
  Object.entries(record) as [K, V][]
