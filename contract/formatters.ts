/**
 * The platform's formatters, each made once for what it was asked for: making one takes as long as
 * writing a hundred dates, and a list asks for one in every cell.
 */

/** More than the product's own formats in six languages and a hundred zones; then from the start. */
const MAX_KEPT = 2_000
const kept = new Map<string, unknown>()

function keptFormatter<Options, Formatter>(
  make: new (locale: string, options?: Options) => Formatter,
) {
  return (locale: string, options?: Options): Formatter => {
    const key = `${make.name} ${locale} ${JSON.stringify(options)}`
    // The name of its class is in the key.
    const known = kept.get(key) as Formatter | undefined
    if (known !== undefined) return known
    const made = new make(locale, options)
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(key, made)
    return made
  }
}

export const dateFormat = keptFormatter<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  Intl.DateTimeFormat,
)
export const numberFormat = keptFormatter<Intl.NumberFormatOptions, Intl.NumberFormat>(
  Intl.NumberFormat,
)

/** Of what would be rounded to nothing these are written instead. */
const FIRST_DIGITS = 3

/**
 * A number as it is read: rounded as asked for, but never to nothing where there is something. A
 * dose of 0.0000001 that reads 0 looks like none.
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

/** For texts that no language has: its digits, with a point, none between thousands, no exponent. */
export function plainDigits(value: number): string {
  const text = String(value)
  return text.includes('e')
    ? writeNumber('en', value, { useGrouping: false, maximumFractionDigits: 20 })
    : text
}

export const listFormat = keptFormatter<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat)
export const relativeTimeFormat = keptFormatter<
  Intl.RelativeTimeFormatOptions,
  Intl.RelativeTimeFormat
>(Intl.RelativeTimeFormat)
export const pluralRules = keptFormatter<Intl.PluralRulesOptions, Intl.PluralRules>(
  Intl.PluralRules,
)

/** The parts of a zone's wall clock, to be read by `formatToParts`; throws for an unknown zone. */
export const wallClockFormat = (timeZone: string): Intl.DateTimeFormat =>
  dateFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/**
 * The calendar's day at an instant in a zone, as the wire writes it: 2026-11-21. Swedish writes as
 * ISO does.
 */
export const calendarDay = (at: Date | number, timeZone: string): string =>
  dateFormat('sv', { timeZone, dateStyle: 'short' }).format(at)
