/**
 * A recurrence rule of RFC 5545, down to the minute, with EXDATE and RDATE. `rrule` parses and
 * writes the text; ruleFaults.ts validates, because the library accepts nearly anything.
 */
import { readLines, type RuleFault } from './ruleLines.ts'
import { library } from './rruleLibrary.ts'
import { isZone } from '#zoneOffsets'
import { instantOf } from './zone.ts'
import { minutesOf, weekdays, type Wall, type Weekday } from './wall.ts'

export const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'] as const
export type Frequency = (typeof frequencies)[number]

/**
 * `{ weekday: 'TU', ordinal: 2 }` is the second Tuesday of the month or year. -1 is the last, null
 * every.
 */
export interface WeekdayChoice {
  weekday: Weekday
  ordinal: number | null
}

/**
 * A local minute ('2026-10-25T08:00'), a whole local day ('2026-10-25') or a minute in UTC
 * ('2026-10-25T06:00Z').
 */
export type Moment = string

export interface Rule {
  freq: Frequency
  interval: number
  count: number | null
  /** Inclusive. A day lasts until its end. */
  until: Moment | null
  byMonth: readonly number[]
  byWeekNo: readonly number[]
  byYearDay: readonly number[]
  byMonthDay: readonly number[]
  byDay: readonly WeekdayChoice[]
  byHour: readonly number[]
  byMinute: readonly number[]
  bySetPos: readonly number[]
  wkst: Weekday
  exDates: readonly Moment[]
  rDates: readonly Moment[]
}

/** Defaults: every occurrence, without end. */
export function makeRule(parts: Partial<Rule> & Pick<Rule, 'freq'>): Rule {
  return {
    interval: 1,
    count: null,
    until: null,
    byMonth: [],
    byWeekNo: [],
    byYearDay: [],
    byMonthDay: [],
    byDay: [],
    byHour: [],
    byMinute: [],
    bySetPos: [],
    wkst: 'MO',
    exDates: [],
    rDates: [],
    ...parts,
  }
}

export const numberParts = {
  BYMONTH: 'byMonth',
  BYWEEKNO: 'byWeekNo',
  BYYEARDAY: 'byYearDay',
  BYMONTHDAY: 'byMonthDay',
  BYHOUR: 'byHour',
  BYMINUTE: 'byMinute',
  BYSETPOS: 'bySetPos',
} as const

export interface ParsedRule {
  /** Null if the text cannot be parsed; `faults` says why. */
  rule: Rule | null
  start: Wall | null
  zone: string | null
  faults: RuleFault[]
}

/**
 * Parses `FREQ=…`, `RRULE:FREQ=…`, or several lines with DTSTART, EXDATE and RDATE. Reports syntax
 * faults only; call `ruleFaults` to validate.
 */
export function parseRule(text: string): ParsedRule {
  const { rule, until, start, exDates, rDates, faults } = readLines(text)
  const zone = start?.zone ?? null
  if (zone !== null && !isZone(zone))
    faults.push({ code: 'unknownZone', part: 'DTSTART', value: zone })
  if (rule === null || faults.length > 0)
    return { rule: null, start: start?.moment ?? null, zone, faults }
  const moment = (given: { moment: string; zone: string | null }) => inZoneOf(given, zone)
  return {
    rule: {
      ...ruleFromLibrary(rule),
      until,
      exDates: exDates.map(moment),
      rDates: rDates.map(moment),
    },
    start: start?.moment ?? null,
    zone,
    faults,
  }
}

/** Converts a date in another zone than the start's to a minute in UTC. */
function inZoneOf(
  { moment, zone }: { moment: Moment; zone: string | null },
  own: string | null,
): Moment {
  if (zone === null || zone === own || moment.length !== 16) return moment
  return `${instantOf(minutesOf(moment), zone).at.slice(0, 16)}Z`
}

function ruleFromLibrary(line: string): Rule {
  const read = library.RRule.parseString(line)
  const days = list(read.byweekday).map((day): WeekdayChoice => {
    const { weekday, n } =
      typeof day === 'object'
        ? day
        : { weekday: typeof day === 'number' ? day : weekdays.indexOf(day), n: undefined }
    return { weekday: weekdays[weekday] ?? 'MO', ordinal: n ?? null }
  })
  const wkst = typeof read.wkst === 'object' ? (read.wkst?.weekday ?? 0) : 0
  return makeRule({
    freq: frequencies.find((_, index) => index === read.freq) ?? 'YEARLY',
    interval: read.interval ?? 1,
    count: read.count ?? null,
    wkst: weekdays[wkst] ?? 'MO',
    byMonth: list(read.bymonth),
    byWeekNo: list(read.byweekno),
    byYearDay: list(read.byyearday),
    byMonthDay: list(read.bymonthday),
    byDay: days,
    byHour: list(read.byhour),
    byMinute: list(read.byminute),
    bySetPos: list(read.bysetpos),
  })
}

function list<T>(value: T | readonly T[] | null | undefined): readonly T[] {
  if (value === null || value === undefined) return []
  return isList(value) ? value : [value]
}
const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value)

/**
 * Writes the rule, with DTSTART if `start` is given. With a zone, UNTIL is in UTC as the RFC
 * demands.
 */
export function writeRule(rule: Rule, start?: { start: Wall; zone: string }): string {
  const lines = [
    start === undefined ? null : `DTSTART${stamp(start.start, start.zone)}`,
    `RRULE:${writeParts(rule, start?.zone)}`,
  ]
  const dates = (name: string, moments: readonly Moment[]) =>
    moments.map((moment) => `${name}${stamp(moment, start?.zone)}`)
  return [...lines, ...dates('EXDATE', rule.exDates), ...dates('RDATE', rule.rDates)]
    .filter((line) => line !== null)
    .join('\n')
}

function writeParts(rule: Rule, zone: string | undefined): string {
  const { RRule, Weekday: LibraryWeekday } = library
  const line = RRule.optionsToString({
    freq: frequencies.indexOf(rule.freq),
    ...(rule.interval === 1 ? {} : { interval: rule.interval }),
    count: rule.count,
    bymonth: [...rule.byMonth],
    byweekno: [...rule.byWeekNo],
    byyearday: [...rule.byYearDay],
    bymonthday: [...rule.byMonthDay],
    byweekday: rule.byDay.map(
      ({ weekday, ordinal }) => new LibraryWeekday(weekdays.indexOf(weekday), ordinal ?? undefined),
    ),
    byhour: [...rule.byHour],
    byminute: [...rule.byMinute],
    bysetpos: [...rule.bySetPos],
    ...(rule.wkst === 'MO' ? {} : { wkst: weekdays.indexOf(rule.wkst) }),
  })
  const parts = line.replace('RRULE:', '')
  return rule.until === null ? parts : `${parts};UNTIL=${writeUntil(rule.until, zone)}`
}

/** RFC 5545: if the start has a zone, UNTIL is in UTC. */
function writeUntil(until: Moment, zone: string | undefined): string {
  if (zone === undefined || until.endsWith('Z')) return compact(until)
  const last = until.length === 10 ? `${until}T23:59` : until
  return compact(`${instantOf(minutesOf(last), zone).at.slice(0, 16)}Z`)
}

function stamp(moment: Moment, zone: string | undefined): string {
  if (moment.length === 10) return `;VALUE=DATE:${compact(moment)}`
  if (moment.endsWith('Z')) return `:${compact(moment)}`
  if (zone === 'UTC') return `:${compact(moment)}Z`
  return zone === undefined ? `:${compact(moment)}` : `;TZID=${zone}:${compact(moment)}`
}

/** '2026-10-25T08:00' → '20261025T080000' */
function compact(moment: Moment): string {
  return moment.replaceAll(/[-:]/g, '').replace(/T(\d{4})/, 'T$100')
}
