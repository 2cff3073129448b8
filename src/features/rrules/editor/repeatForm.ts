/**
 * Converts between the form and RFC 5545 text. A rule that the form cannot express stays text. An
 * untouched rule keeps its text unchanged.
 */
import { makeRule, parseRule, writeRule, type Rule } from '#contract/recurrence/rule.ts'
import type { Weekday } from '#contract/recurrence/wall.ts'

export interface PartProps {
  repeat: RepeatForm
  change(patch: Partial<RepeatForm>): void
}

export const formFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
type FormFrequency = (typeof formFrequencies)[number]
export const ordinals = [1, 2, 3, 4, 5, -1] as const

export interface RepeatForm {
  /** `text` is for experts, and for rules that the form cannot express. */
  mode: 'form' | 'text'
  text: string
  freq: FormFrequency
  interval: number
  /** WEEKLY. If empty, the start's weekday. */
  weekdays: Weekday[]
  /** MONTHLY and YEARLY: by day of the month, or by nth weekday. */
  monthBy: 'day' | 'weekday'
  /** -1 is the last day. If empty, the start's day. */
  monthDays: number[]
  nth: number[]
  nthWeekday: Weekday
  months: number[]
  /** 'HH:MM'. If empty, the start's time. */
  times: string[]
  ends: 'never' | 'after' | 'on'
  count: number
  /** 'YYYY-MM-DD' */
  until: string
  /** Days, or minutes in the company's time zone. */
  leftOut: string[]
  added: string[]
  weekStart: Weekday
}

export function blankRepeat(weekStart: Weekday): RepeatForm {
  return {
    mode: 'form',
    text: '',
    freq: 'WEEKLY',
    interval: 1,
    weekdays: [],
    monthBy: 'day',
    monthDays: [],
    nth: [1],
    nthWeekday: 'MO',
    months: [],
    times: [],
    ends: 'never',
    count: 10,
    until: '',
    leftOut: [],
    added: [],
    weekStart,
  }
}

export function ruleToForm(text: string, weekStart: Weekday = 'MO'): RepeatForm {
  const asText: RepeatForm = { ...blankRepeat(weekStart), mode: 'text', text }
  const { rule, start } = parseRule(text)
  if (rule === null || start !== null) return asText
  const form = formOf(rule, text)
  // The form shows only rules that survive the round trip.
  return form !== null && timesFit(form.times) && writeForm(form) === writeRule(rule)
    ? form
    : asText
}

export function formToRule(form: RepeatForm): string {
  if (form.mode === 'text') return form.text
  const written = writeForm(form)
  const { rule, start } = parseRule(form.text)
  return rule !== null && start === null && writeRule(rule) === written ? form.text : written
}

/** RFC 5545 crosses hours with minutes: 08:00 and 14:30 would also mean 08:30 and 14:00. */
export function timesFit(times: readonly string[]): boolean {
  const hours = new Set(times.map((time) => time.slice(0, 2)))
  const minutes = new Set(times.map((time) => time.slice(3)))
  return new Set(times).size === hours.size * minutes.size
}

function formOf(rule: Rule, text: string): RepeatForm | null {
  const freq = formFrequencies.find((one) => one === rule.freq)
  if (freq === undefined) return null
  const nthDay = freq === 'WEEKLY' ? undefined : rule.byDay[0]
  const nth = nthDay === undefined ? [1] : rule.byDay.map(({ ordinal }) => ordinal ?? 0)
  if (
    !nth.every((one) => ordinals.some((known) => known === one)) ||
    rule.byMonthDay.some((day) => day < -1)
  )
    return null
  return {
    mode: 'form',
    text,
    freq,
    interval: rule.interval,
    weekdays: freq === 'WEEKLY' ? rule.byDay.map(({ weekday }) => weekday) : [],
    monthBy: nthDay === undefined ? 'day' : 'weekday',
    monthDays: [...rule.byMonthDay],
    nth,
    nthWeekday: nthDay?.weekday ?? 'MO',
    months: [...rule.byMonth],
    times: rule.byHour.flatMap((hour) =>
      rule.byMinute.map((minute) => `${two(hour)}:${two(minute)}`),
    ),
    ends: rule.count !== null ? 'after' : rule.until !== null ? 'on' : 'never',
    count: rule.count ?? 10,
    until: rule.until ?? '',
    leftOut: [...rule.exDates],
    added: [...rule.rDates],
    weekStart: rule.wkst,
  }
}

const two = (number: number): string => String(number).padStart(2, '0')

function writeForm(form: RepeatForm): string {
  const { freq, interval, weekStart: wkst, leftOut: exDates, added: rDates } = form
  const isOfMonths = freq === 'MONTHLY' || freq === 'YEARLY'
  const days: Partial<Rule> =
    freq === 'WEEKLY'
      ? { byDay: form.weekdays.map((weekday) => ({ weekday, ordinal: null })) }
      : !isOfMonths
        ? {}
        : form.monthBy === 'day'
          ? { byMonthDay: form.monthDays }
          : { byDay: form.nth.map((ordinal) => ({ weekday: form.nthWeekday, ordinal })) }
  return writeRule(
    makeRule({
      freq,
      interval,
      wkst,
      exDates,
      rDates,
      ...days,
      ...(isOfMonths && { byMonth: form.months }),
      byHour: numbersOf(form.times, 0),
      byMinute: numbersOf(form.times, 3),
      count: form.ends === 'after' ? form.count : null,
      until: form.ends === 'on' && form.until !== '' ? form.until : null,
    }),
  )
}

function numbersOf(times: readonly string[], at: number): number[] {
  return [...new Set(times.map((time) => Number(time.slice(at, at + 2))))].sort((a, b) => a - b)
}
