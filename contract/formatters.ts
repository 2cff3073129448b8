/**
 * Cached Intl formatters. Creating a formatter takes as long as formatting a hundred dates, and a
 * list needs one in every cell.
 */
import { dayAt, wallAt } from './timeZones/wallTime.ts'

/**
 * More than the product's own formats in six languages and a hundred time zones. A full cache is
 * cleared.
 */
const MAX_KEPT = 2_000
const kept = new Map<string, unknown>()

function keptFormatter<Options, Formatter>(
  make: new (locale: string, options?: Options) => Formatter,
) {
  return (locale: string, options?: Options): Formatter => {
    const key = `${make.name} ${locale} ${JSON.stringify(options)}`
    // The key contains the class name, so the type is right.
    const known = kept.get(key) as Formatter | undefined
    if (known !== undefined) return known
    const made = new make(locale, options)
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(key, made)
    return made
  }
}

/**
 * Versions of Node and browsers write Arabic with other digits, and Saudi Arabic with another
 * calendar. Ids and counts are read aloud and typed from labels, so every language has Latin digits.
 */
const pinned = { numberingSystem: 'latn', calendar: 'gregory' } as const

const anyDateFormat = keptFormatter<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  Intl.DateTimeFormat,
)
const anyNumberFormat = keptFormatter<Intl.NumberFormatOptions, Intl.NumberFormat>(
  Intl.NumberFormat,
)
/** TypeScript's type lacks this option of the standard. */
type RelativeTimeOptions = Intl.RelativeTimeFormatOptions & { numberingSystem?: string }
const anyRelativeTimeFormat = keptFormatter<RelativeTimeOptions, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
)

/** Only `UTC`, because the runtime's data about other zones may be outdated. */
export interface DateOptions extends Intl.DateTimeFormatOptions {
  timeZone?: 'UTC'
  timeZoneName?: never
}

/** For wall times and calendar days, which are in UTC. `zonedFormat` formats instants. */
export const dateFormat = (locale: string, options?: DateOptions): Intl.DateTimeFormat =>
  anyDateFormat(locale, { ...pinned, ...options, timeZone: 'UTC' })

export interface ZonedFormat {
  format(at: Date | number): string
}

export function zonedFormat(locale: string, timeZone: string, options: DateOptions): ZonedFormat {
  const wall = dateFormat(locale, options)
  return { format: (at) => wall.format(wallAt(Number(at), timeZone)) }
}

export const numberFormat = (
  locale: string,
  options?: Intl.NumberFormatOptions,
): Intl.NumberFormat =>
  anyNumberFormat(locale, { numberingSystem: pinned.numberingSystem, ...options })
export const relativeTimeFormat = (
  locale: string,
  options?: Intl.RelativeTimeFormatOptions,
): Intl.RelativeTimeFormat =>
  anyRelativeTimeFormat(locale, { numberingSystem: pinned.numberingSystem, ...options })

/** Significant digits shown if the number would otherwise round to 0. */
const FIRST_DIGITS = 3

/**
 * Formats a number for reading. A non-zero number never rounds to 0: a dose of 0.0000001 must not
 * read as 0.
 */
export function writeNumber(
  locale: string,
  value: number,
  options?: Intl.NumberFormatOptions,
): string {
  const format = numberFormat(locale, options)
  if (value === 0 || Math.abs(value) >= 1) return format.format(value)
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0
  return Number(value.toFixed(digits)) === 0
    ? numberFormat(locale, { ...options, maximumSignificantDigits: FIRST_DIGITS }).format(value)
    : format.format(value)
}

/** Formats a number independent of language: decimal point, no grouping, no exponent. */
export function plainDigits(value: number): string {
  const text = String(value)
  return text.includes('e')
    ? writeNumber('en', value, { useGrouping: false, maximumFractionDigits: 20 })
    : text
}

export const listFormat = keptFormatter<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat)
export const pluralRules = keptFormatter<Intl.PluralRulesOptions, Intl.PluralRules>(
  Intl.PluralRules,
)

/** The calendar day in a time zone as ISO 8601, such as 2026-11-21. */
export const calendarDay = (at: Date | number, timeZone: string): string =>
  dayAt(Number(at), timeZone)
