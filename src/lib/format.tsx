import {
  dateFormat,
  listFormat,
  numberFormat,
  relativeTimeFormat,
  writeNumber,
  zonedFormat,
  type DateOptions,
} from '#contract/formatters.ts'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS, wallAt } from '#contract/timeZones/wallTime.ts'
import { firstLetters, isolated } from './i18n/isolation.ts'
import { directionOf, isLanguage, localeOf, weekStartOf, type Language } from './i18n/languages.ts'

type When = Date | string | number

export interface Format {
  language: Language
  locale: string
  timeZone: string
  /** 0 is Sunday. Follows the language unless the company chose another (spec section 9). */
  weekStart: number
  /** Formats 21 Nov 2026. */
  date(when: When): string
  /** Formats a calendar day (`2026-11-21`) as 21 Nov 2026, equal in all time zones. */
  calendarDay(day: string): string
  /** Formats Saturday, 21 November 2026. */
  day(when: When): string
  /** Formats 21 Nov 2026, 08:15. */
  dateTime(when: When): string
  /** Formats with seconds, for rows close in time. */
  moment(when: When): string
  time(when: When): string
  /** Formats 2026-11-21 08:15:00, for a spreadsheet. */
  sortable(when: When): string
  /**
   * Formats a past time as "3 hours ago" or "yesterday", a future one as "tomorrow 07:00" or
   * "Monday 07:00".
   */
  relative(when: When, now?: Date): string
  /** Formats a number. A non-zero value never becomes 0 (`writeNumber`). */
  number(value: number, options?: Intl.NumberFormatOptions): string
  percent(value: number): string
  decimalSign: string
  bytes(value: number): string
  /** Isolates a name of the other direction from the surrounding text. */
  isolate(name: string): string
  /** Joins names as "a, b and c" and isolates names of the other direction. */
  list(items: readonly string[], type?: 'conjunction' | 'disjunction'): string
}

const dated = { year: 'numeric', month: 'short', day: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit' } as const

const formats = new Map<string, Format>()

/** Cached, because every cell of a page calls it. */
export function formatFor(
  language: Language,
  timeZone: string,
  weekStart: number | null = null,
): Format {
  const key = `${language} ${timeZone} ${weekStart}`
  const format = formats.get(key) ?? makeFormat(language, timeZone, weekStart)
  formats.set(key, format)
  return format
}

function makeFormat(language: Language, timeZone: string, weekStart: number | null): Format {
  const locale = localeOf(language)
  const written = (options: DateOptions) => {
    const format = zonedFormat(locale, timeZone, options)
    return (when: When) => format.format(new Date(when))
  }
  const relative = makeRelative(locale, timeZone)
  const isolate = (name: string): string => isolated(name, directionOf(language))
  return {
    language,
    locale,
    timeZone,
    weekStart: weekStart ?? weekStartOf(language),
    date: written(dated),
    calendarDay: (day) => dateFormat(locale, { ...dated, timeZone: 'UTC' }).format(new Date(day)),
    day: written({ weekday: 'long', ...dated, month: 'long' }),
    dateTime: written({ ...dated, ...clock }),
    moment: written({ ...dated, ...clock, second: '2-digit' }),
    time: written(clock),
    // Swedish uses the ISO form.
    sortable: (when) =>
      zonedFormat('sv', timeZone, { dateStyle: 'short', timeStyle: 'medium' }).format(
        new Date(when),
      ),
    relative: (when, now = new Date()) => relative(new Date(when).getTime(), now.getTime()),
    // A rounding error between two computed numbers counts as zero.
    number: (value, options) =>
      options?.signDisplay === 'exceptZero'
        ? numberFormat(locale, options).format(value)
        : writeNumber(locale, value, options),
    percent: (value) =>
      numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(value / 100),
    decimalSign:
      numberFormat(locale)
        .formatToParts(1.5)
        .find(({ type }) => type === 'decimal')?.value ?? '.',
    bytes: (value) => formatBytes(locale, value),
    isolate,
    list(items, type = 'conjunction') {
      let place = -1
      return listFormat(locale, { type })
        .formatToParts(items.map(firstLetters))
        .map((part) => (part.type === 'element' ? isolate(items[(place += 1)] ?? '') : part.value))
        .join('')
    },
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/**
 * Days are the company's calendar days, not spans of 24 hours. The past is shown by distance; the
 * future by day and time, since people plan that way.
 */
function makeRelative(locale: string, timeZone: string): (when: number, now: number) => string {
  // Chromium's Hebrew puts the numbers one and two in brackets behind the word.
  const ago = (numeric: 'auto' | 'always', amount: number, unit: Intl.RelativeTimeFormatUnit) =>
    relativeTimeFormat(locale, { numeric })
      .format(amount, unit)
      .replace(/ \(\d+\)$/, '')
  const near = (amount: number, unit: Intl.RelativeTimeFormatUnit) => ago('auto', amount, unit)
  // "Last week" would be wrong for ten days ago; "1 week ago" is right.
  const far = (amount: number, unit: Intl.RelativeTimeFormatUnit) => ago('always', amount, unit)
  const written = (when: number, options: DateOptions) =>
    zonedFormat(locale, timeZone, options).format(when)
  const day = { month: 'short', day: 'numeric' } as const
  const dayOf = (at: number) => Math.floor(wallAt(at, timeZone) / DAY_MS)

  function behind(past: number, days: number): string {
    if (past < HOUR_MS) return near(-Math.floor(past / MINUTE_MS), 'minute')
    if (days === 0 || past < DAY_MS / 2) return near(-Math.floor(past / HOUR_MS), 'hour')
    if (days < 7) return near(-days, 'day')
    if (days < 30) return far(-Math.floor(days / 7), 'week')
    // Shows at least 1: four weeks and some days are less than a month, and 365 days are less than
    // a year.
    if (days < 365) return far(-Math.max(1, Math.floor(days / 30.44)), 'month')
    return far(-Math.max(1, Math.floor(days / 365.25)), 'year')
  }
  function ahead(when: number, left: number, days: number): string {
    if (left < HOUR_MS) return near(Math.floor(left / MINUTE_MS), 'minute')
    if (days < 2) return `${near(days, 'day')} ${written(when, clock)}`
    if (days < 7) return written(when, { weekday: 'long', ...clock })
    return days < 183
      ? written(when, { weekday: 'short', ...day, ...clock })
      : written(when, { ...day, year: 'numeric' })
  }
  return (when, now) => {
    const days = dayOf(when) - dayOf(now)
    return Math.abs(when - now) < MINUTE_MS
      ? near(0, 'minute')
      : when < now
        ? behind(now - when, -days)
        : ahead(when, when - now, days)
  }
}

function formatBytes(locale: string, value: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3))
  return numberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(value / 1000 ** power)
}

interface Calendar {
  timeZone: string
  /** Null follows the language. */
  weekStart: number | null
}

const CompanyCalendar = createContext<Calendar>({ timeZone: 'UTC', weekStart: null })

/** The company's time zone, from the token, and its own week start if set. */
export function CalendarProvider({
  timeZone,
  weekStart,
  children,
}: Calendar & { children: ReactNode }) {
  const calendar = useMemo(() => ({ timeZone, weekStart }), [timeZone, weekStart])
  return <CompanyCalendar value={calendar}>{children}</CompanyCalendar>
}

export function useFormat(): Format {
  const { i18n } = useTranslation()
  const { timeZone, weekStart } = use(CompanyCalendar)
  const language = isLanguage(i18n.resolvedLanguage) ? i18n.resolvedLanguage : 'en'
  return formatFor(language, timeZone, weekStart)
}
