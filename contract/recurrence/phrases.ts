/**
 * Describes a rule as phrases independent of language. src/entities/recurrence turns them into
 * sentences.
 */
import type { DayOffRules } from './calendar.ts'
import { completed } from './dayMatch.ts'
import type { Moment, Rule, WeekdayChoice } from './rule.ts'
import { weekdayNumber, type Wall, type Weekday } from './wall.ts'

export type WordUnit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute'
type WeekdayRange = 'monToFri' | 'sunToThu'

export type Phrase =
  | { kind: 'every'; unit: WordUnit; count: number }
  | { kind: 'everyWeekdays'; weekdays: readonly Weekday[] }
  | { kind: 'everySecond'; weekday: Weekday }
  | { kind: 'weekdayRange' | 'fromTo'; range: WeekdayRange }
  | { kind: 'onWeekdays' | 'onlyWeekdays' | 'amongWeekdays'; weekdays: readonly Weekday[] }
  /** For example 'the last day', followed by the weekdays it counts among. */
  | { kind: 'onPositions'; positions: readonly number[] }
  /**
   * For example the second Tuesday or the last Friday. Of the year, unless the rule names months.
   */
  | {
      kind: 'onNthWeekdays'
      days: readonly { weekday: Weekday; ordinal: number }[]
      ofYear: boolean
    }
  | { kind: 'onMonthDays' | 'onYearDays'; days: readonly number[] }
  | { kind: 'onDates'; dates: readonly { month: number; day: number }[] }
  | { kind: 'inMonths'; months: readonly number[] }
  | { kind: 'inEveryMonth' }
  | { kind: 'inWeeks'; weeks: readonly number[] }
  /** 'HH:mm' */
  | { kind: 'atTimes'; times: readonly string[] }
  | { kind: 'timesADay'; count: number; from: string; to: string }
  | { kind: 'hoursRange'; from: string; to: string }
  | { kind: 'inHours'; hours: readonly { from: string; to: string }[] }
  | { kind: 'atMinutes'; minutes: readonly number[] }
  | {
      kind: 'positions'
      positions: readonly number[]
      of: 'year' | 'month' | 'week' | 'day' | 'hour'
    }

export type Besides =
  | { kind: 'whenWeekday'; weekdays: readonly Weekday[] }
  /** For 'every n days': only those on these days of the month. */
  | { kind: 'onlyMonthDays'; days: readonly number[] }
  | {
      kind:
        | 'exceptHolidays'
        | 'exceptNonWorkingDays'
        | 'holidaysToNext'
        | 'holidaysToPrevious'
        | 'nonWorkingToNext'
        | 'nonWorkingToPrevious'
    }
  | { kind: 'exceptDates' | 'extraDates' | 'times'; count: number }
  | { kind: 'until'; until: Moment }

export interface RulePhrase {
  /** Joined into one phrase: 'every second Tuesday at 08:00'. */
  main: readonly Phrase[]
  /** Added separately: 'except holidays', 'until 31 Dec 2026'. */
  besides: readonly Besides[]
}

export function wordsOf({
  rule,
  start,
  dayOff,
}: {
  rule: Rule
  start: Wall
  dayOff?: DayOffRules
}): RulePhrase {
  const whole = completed(rule, start)
  const [daysGiven, wholeDays] = [asItComes(rule), asItComes(whole)]
  return {
    main: [
      ...daysPhrase(daysGiven, wholeDays),
      ...(isOfPositions(wholeDays) ? [] : positionsPhrase(rule)),
      ...timesPhrase(rule, whole),
    ],
    besides: [
      ...whenPhrase(wholeDays),
      ...onlyMonthDaysPhrase(wholeDays),
      ...dayOffPhrase(dayOff),
      ...endPhrase(rule),
    ],
  }
}

/**
 * A day of the month in a yearly or daily rule recurs monthly, so the phrase treats the rule as
 * monthly.
 */
function asItComes(rule: Rule): Rule {
  const { freq, interval, byMonth, byWeekNo, byYearDay, bySetPos, byDay, byMonthDay } = rule
  const comesMonthly =
    byMonthDay.length > 0 &&
    interval === 1 &&
    byWeekNo.length + byYearDay.length === 0 &&
    byDay.every(({ ordinal }) => ordinal === null) &&
    (freq === 'DAILY' || (freq === 'YEARLY' && isEveryMonth(byMonth) && bySetPos.length === 0))
  return comesMonthly ? { ...rule, freq: 'MONTHLY' } : rule
}

const isEveryMonth = (byMonth: readonly number[]) =>
  byMonth.length === 0 || new Set(byMonth).size === 12

const unitOf = {
  YEARLY: 'year',
  MONTHLY: 'month',
  WEEKLY: 'week',
  DAILY: 'day',
  HOURLY: 'hour',
  MINUTELY: 'minute',
} as const

/** `rule` as given, `whole` completed with its start. */
function daysPhrase(rule: Rule, whole: Rule): Phrase[] {
  switch (rule.freq) {
    case 'YEARLY':
      return yearPhrase(rule, whole)
    case 'MONTHLY':
      return [...monthPhrase(whole), ...monthsPhrase(whole)]
    case 'WEEKLY':
      return [...weekPhrase(whole), ...monthsPhrase(whole)]
    default:
      return [
        ...(rule.interval === 1 && rule.freq === 'DAILY' && rule.byDay.length > 0
          ? weekPhrase(whole)
          : [every(whole), ...onlyPhrase(rule)]),
        ...(rule.freq === 'DAILY' ? [] : monthDaysPhrase(rule)),
        ...yearDaysPhrase(rule),
        ...monthsPhrase(rule),
      ]
  }
}

const every = ({ freq, interval }: Rule): Phrase => ({
  kind: 'every',
  unit: unitOf[freq],
  count: interval,
})

function yearPhrase(rule: Rule, whole: Rule): Phrase[] {
  if (whole.byWeekNo.length > 0)
    return [
      every(rule),
      { kind: 'inWeeks', weeks: whole.byWeekNo },
      ...onDaysPhrase(whole),
      ...monthsPhrase(whole),
      ...monthDaysPhrase(whole),
    ]
  if (whole.byYearDay.length > 0)
    return [every(rule), { kind: 'onYearDays', days: whole.byYearDay }, ...monthsPhrase(whole)]
  const dates = isEveryMonth(whole.byMonth)
    ? []
    : whole.byMonth.flatMap((month) => whole.byMonthDay.map((day) => ({ month, day })))
  const isDates =
    whole.byDay.length === 0 &&
    dates.length > 0 &&
    dates.length <= 6 &&
    dates.every(({ day }) => day > 0)
  if (isDates) return [every(rule), { kind: 'onDates', dates }]
  if (whole.byMonthDay.length > 0)
    return [
      every(rule),
      ...(isEveryMonth(whole.byMonth) ? [{ kind: 'inEveryMonth' as const }] : []),
      ...monthDaysPhrase(whole),
      ...monthsPhrase(whole),
    ]
  if (isOfPositions(whole)) return [...ofPositionsPhrase(whole), ...monthsPhrase(whole)]
  const plain = whole.byDay.every(({ ordinal }) => ordinal === null)
  return [
    ...(plain && rule.interval === 1 ? [] : [every(rule)]),
    ...onDaysPhrase(whole, true),
    ...monthsPhrase(whole),
  ]
}

function monthPhrase(whole: Rule): Phrase[] {
  if (whole.byMonthDay.length > 0) return [every(whole), ...monthDaysPhrase(whole)]
  if (isOfPositions(whole)) return ofPositionsPhrase(whole)
  const plain = whole.byDay.every(({ ordinal }) => ordinal === null)
  return [
    ...(plain && whole.interval === 1 && whole.bySetPos.length === 0 ? [] : [every(whole)]),
    ...onDaysPhrase(whole, plain),
  ]
}

function onDaysPhrase({ byDay, freq, byMonth, byWeekNo }: Rule, asEvery = false): Phrase[] {
  if (byDay.length === 0) return []
  const nth = byDay.flatMap(({ weekday, ordinal }) =>
    ordinal === null ? [] : [{ weekday, ordinal }],
  )
  const all = weekdaysOf(byDay.filter(({ ordinal }) => ordinal === null))
  const ofYear = freq === 'YEARLY' && byMonth.length === 0
  const phrases: Phrase[] = []
  if (all.length > 0)
    phrases.push(
      asEvery && byWeekNo.length === 0 ? everyOf(all) : { kind: 'onWeekdays', weekdays: all },
    )
  if (nth.length > 0) phrases.push({ kind: 'onNthWeekdays', days: nth, ofYear })
  return phrases
}

function weekPhrase({ byDay, interval, freq }: Rule): Phrase[] {
  const weekdays = weekdaysOf(byDay)
  const [only] = weekdays
  if (interval === 1) return [everyOf(weekdays)]
  if (interval === 2 && freq === 'WEEKLY' && only !== undefined && weekdays.length === 1)
    return [{ kind: 'everySecond', weekday: only }]
  const range = rangeOf(weekdays)
  const rest: Phrase[] =
    weekdays.length === 7
      ? []
      : [range === null ? { kind: 'onWeekdays', weekdays } : { kind: 'fromTo', range }]
  return [{ kind: 'every', unit: 'week', count: interval }, ...rest]
}

function everyOf(weekdays: readonly Weekday[]): Phrase {
  const range = rangeOf(weekdays)
  if (weekdays.length === 7) return { kind: 'every', unit: 'day', count: 1 }
  return range === null ? { kind: 'everyWeekdays', weekdays } : { kind: 'weekdayRange', range }
}

function onlyPhrase({ byDay }: Rule): Phrase[] {
  const weekdays = weekdaysOf(byDay)
  if (weekdays.length === 0 || weekdays.length === 7) return []
  const range = rangeOf(weekdays)
  return [range === null ? { kind: 'onlyWeekdays', weekdays } : { kind: 'fromTo', range }]
}

/** A day that must also be a certain weekday: the 13th, if it is a Friday. */
function whenPhrase({ freq, byDay, byMonthDay, byYearDay, byWeekNo }: Rule): Besides[] {
  const speaksOfDays =
    (freq === 'MONTHLY' || freq === 'YEARLY') &&
    byWeekNo.length === 0 &&
    byMonthDay.length + byYearDay.length > 0
  return speaksOfDays && byDay.length > 0
    ? [{ kind: 'whenWeekday', weekdays: weekdaysOf(byDay) }]
    : []
}

/** 'Every n days' meets a day of the month only now and then. */
const onlyMonthDaysPhrase = ({ freq, byMonthDay }: Rule): Besides[] =>
  freq === 'DAILY' && byMonthDay.length > 0 ? [{ kind: 'onlyMonthDays', days: byMonthDay }] : []

const monthDaysPhrase = ({ byMonthDay }: Rule): Phrase[] =>
  byMonthDay.length === 0 ? [] : [{ kind: 'onMonthDays', days: byMonthDay }]
const yearDaysPhrase = ({ byYearDay }: Rule): Phrase[] =>
  byYearDay.length === 0 ? [] : [{ kind: 'onYearDays', days: byYearDay }]
const monthsPhrase = ({ byMonth }: Rule): Phrase[] =>
  isEveryMonth(byMonth) ? [] : [{ kind: 'inMonths', months: byMonth }]

/** 'The last day from Monday to Friday' of a month or a year. */
function isOfPositions({
  freq,
  byDay,
  byMonthDay,
  byYearDay,
  byWeekNo,
  bySetPos,
  byHour,
  byMinute,
}: Rule): boolean {
  const plain = byDay.length > 0 && byDay.every(({ ordinal }) => ordinal === null)
  return (
    (freq === 'MONTHLY' || freq === 'YEARLY') &&
    plain &&
    bySetPos.length > 0 &&
    byMonthDay.length + byYearDay.length + byWeekNo.length === 0 &&
    byHour.length * byMinute.length === 1
  )
}

function ofPositionsPhrase(whole: Rule): Phrase[] {
  const weekdays = weekdaysOf(whole.byDay)
  const range = rangeOf(weekdays)
  const ofWhat: Phrase[] =
    weekdays.length === 7
      ? []
      : [range === null ? { kind: 'amongWeekdays', weekdays } : { kind: 'fromTo', range }]
  return [every(whole), { kind: 'onPositions', positions: whole.bySetPos }, ...ofWhat]
}

function positionsPhrase({ bySetPos, freq }: Rule): Phrase[] {
  const of = unitOf[freq]
  return bySetPos.length === 0 || of === 'minute'
    ? []
    : [{ kind: 'positions', positions: bySetPos, of }]
}

function timesPhrase(rule: Rule, whole: Rule): Phrase[] {
  if (rule.freq === 'HOURLY' || rule.freq === 'MINUTELY') {
    const minutes = rule.freq === 'HOURLY' ? whole.byMinute : rule.byMinute
    const onTheHour = rule.freq === 'HOURLY' && minutes.length === 1 && minutes[0] === 0
    return [
      ...(minutes.length === 0 || onTheHour ? [] : [{ kind: 'atMinutes' as const, minutes }]),
      ...hoursPhrase(rule.byHour),
    ]
  }
  const times = [
    ...new Set(whole.byHour.flatMap((hour) => whole.byMinute.map((minute) => clock(hour, minute)))),
  ].sort()
  const [from = '', to = ''] = [times[0], times.at(-1)]
  return [
    times.length > 6
      ? { kind: 'timesADay', count: times.length, from, to }
      : { kind: 'atTimes', times },
  ]
}

/** Joins consecutive hours into one range that ends at the last minute. */
function hoursPhrase(byHour: readonly number[]): Phrase[] {
  const hours: { first: number; last: number }[] = []
  for (const hour of [...new Set(byHour)].sort((a, b) => a - b)) {
    const before = hours.at(-1)
    if (before?.last === hour - 1) before.last = hour
    else hours.push({ first: hour, last: hour })
  }
  const spans = hours.map(({ first, last }) => ({ from: clock(first, 0), to: clock(last, 59) }))
  const [only] = spans
  if (only === undefined || byHour.length === 24) return []
  return [spans.length === 1 ? { kind: 'hoursRange', ...only } : { kind: 'inHours', hours: spans }]
}

const two = (value: number) => String(value).padStart(2, '0')
const clock = (hour: number, minute: number) => `${two(hour)}:${two(minute)}`

function weekdaysOf(choices: readonly WeekdayChoice[]): Weekday[] {
  return [...new Set(choices.map(({ weekday }) => weekday))].sort(
    (a, b) => weekdayNumber(a) - weekdayNumber(b),
  )
}

function rangeOf(weekdays: readonly Weekday[]): WeekdayRange | null {
  const days = weekdays.join()
  if (days === 'MO,TU,WE,TH,FR') return 'monToFri'
  return days === 'MO,TU,WE,TH,SU' ? 'sunToThu' : null
}

function dayOffPhrase(dayOff: DayOffRules | undefined): Besides[] {
  if (dayOff === undefined) return []
  const phrases: Besides[] = []
  const holiday = {
    keep: null,
    skip: 'exceptHolidays',
    moveToNext: 'holidaysToNext',
    moveToPrevious: 'holidaysToPrevious',
  } as const
  const nonWorking = {
    keep: null,
    skip: 'exceptNonWorkingDays',
    moveToNext: 'nonWorkingToNext',
    moveToPrevious: 'nonWorkingToPrevious',
  } as const
  for (const kind of [holiday[dayOff.onHoliday], nonWorking[dayOff.onNonWorkingDay]])
    if (kind !== null) phrases.push({ kind })
  return phrases
}

function endPhrase({ exDates, rDates, until, count }: Rule): Besides[] {
  const phrases: Besides[] = []
  if (exDates.length > 0) phrases.push({ kind: 'exceptDates', count: exDates.length })
  if (rDates.length > 0) phrases.push({ kind: 'extraDates', count: rDates.length })
  if (until !== null) phrases.push({ kind: 'until', until })
  if (count !== null) phrases.push({ kind: 'times', count })
  return phrases
}
