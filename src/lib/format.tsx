/**
 * Dates, numbers and lists as the reader's language writes them and as the company's time zone
 * means them.
 */
import { createContext, use, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguage, localeOf, weekStartOf, type Language } from './i18n/languages.ts'

type When = Date | string | number

export interface Format {
  language: Language
  locale: string
  timeZone: string
  /** 0 is Sunday: as the language has it, unless the company says otherwise (spec section 9). */
  weekStart: number
  /** 21 Nov 2026 */
  date(when: When): string
  /** 21 Nov 2026, 08:15 */
  dateTime(when: When): string
  /** To the second, where rows follow each other closely. */
  moment(when: When): string
  time(when: When): string
  /** 2026-11-21 08:15:00, for a spreadsheet. */
  sortable(when: When): string
  /** 3 hours ago, in 2 days */
  relative(when: When, now?: Date): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  percent(value: number): string
  bytes(value: number): string
  /** a, b and c */
  list(items: readonly string[], type?: 'conjunction' | 'disjunction'): string
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Made once a language and zone: Intl formatters are slow to build and quick to use. */
export function makeFormat(
  language: Language,
  timeZone: string,
  weekStart: number | null = null,
): Format {
  const locale = localeOf(language)
  const date = new Intl.DateTimeFormat(locale, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  })
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
  const moment = new Intl.DateTimeFormat(locale, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const dateTime = new Intl.DateTimeFormat(locale, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  const sortable = new Intl.DateTimeFormat('sv', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }) // Swedish writes as ISO does
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const number = new Intl.NumberFormat(locale)
  const lists = {
    conjunction: new Intl.ListFormat(locale, { type: 'conjunction' }),
    disjunction: new Intl.ListFormat(locale, { type: 'disjunction' }),
  }
  return {
    language,
    locale,
    timeZone,
    weekStart: weekStart ?? weekStartOf(language),
    date: (when) => date.format(new Date(when)),
    dateTime: (when) => dateTime.format(new Date(when)),
    moment: (when) => moment.format(new Date(when)),
    time: (when) => time.format(new Date(when)),
    sortable: (when) => sortable.format(new Date(when)),
    relative(when, now = new Date()) {
      const seconds = (new Date(when).getTime() - now.getTime()) / 1000
      const step = steps.find(([, size]) => Math.abs(seconds) >= size)
      return step === undefined
        ? relative.format(0, 'minute')
        : relative.format(Math.round(seconds / step[1]), step[0])
    },
    number: (value, options) =>
      (options === undefined ? number : new Intl.NumberFormat(locale, options)).format(value),
    percent: (value) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(
        value / 100,
      ),
    bytes: (value) => formatBytes(locale, value),
    list: (items, type = 'conjunction') => lists[type].format(items),
  }
}

function formatBytes(locale: string, value: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(value / 1000 ** power)
}

interface Calendar {
  timeZone: string
  /** Null: as the language has it. */
  weekStart: number | null
}

const CompanyCalendar = createContext<Calendar>({ timeZone: 'UTC', weekStart: null })

/** The company's time zone, from the token, and its own week start where it has one. */
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
  return useMemo(() => makeFormat(language, timeZone, weekStart), [language, timeZone, weekStart])
}
