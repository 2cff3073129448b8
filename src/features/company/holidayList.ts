import type { Holiday } from '#contract/company/company.ts'
import type { ListedHoliday } from '#contract/company/holidayLists.ts'
import { yearlyKey } from '#contract/rules/yearlyDates.ts'
import { withHolidays } from './readHolidays.ts'

export const isTaken = (
  { date, kind }: Pick<ListedHoliday, 'date' | 'kind'>,
  holidays: readonly Holiday[],
): boolean =>
  holidays.some(
    (one) =>
      (one.yearly
        ? yearlyKey(one.date, one.calendar) === yearlyKey(date, one.calendar)
        : one.date === date) && (one.kind ?? 'closed') === kind,
  )

export interface ListChanges {
  /** Listed days that are neither adopted nor shown before. */
  fresh: ListedHoliday[]
  /** Adopted days that the current list no longer contains. */
  gone: Holiday[]
}

/** `seen`: the listed days at the company's last decision. */
export function changesOfList(
  rows: readonly ListedHoliday[],
  holidays: readonly Holiday[],
  seen: readonly string[],
): ListChanges {
  const known = new Set(seen)
  const listed = new Set(rows.map(({ date }) => date))
  const first = rows[0]?.date
  return {
    fresh: rows.filter((row) => !known.has(row.date) && !isTaken(row, holidays)),
    gone:
      first === undefined
        ? []
        : holidays.filter(
            ({ date, yearly }) => !yearly && date >= first && known.has(date) && !listed.has(date),
          ),
  }
}

/** Days selected initially: neither proposals nor days decided before. */
export const initialSelection = (
  rows: readonly ListedHoliday[],
  holidays: readonly Holiday[],
  seen: readonly string[],
): ReadonlySet<string> =>
  new Set(
    changesOfList(rows, holidays, seen)
      .fresh.filter(({ certainty }) => certainty !== 'estimated')
      .map(({ date }) => date),
  )

export function withListed(
  holidays: readonly Holiday[],
  added: readonly ListedHoliday[],
  removed: readonly Holiday[],
): Holiday[] {
  return withHolidays(
    holidays.filter((one) => !removed.includes(one)),
    added.map(({ date, name, kind }) => ({
      date,
      name,
      yearly: false,
      ...(kind === 'working' && { kind }),
    })),
  )
}

const names = new Map<string, Intl.DisplayNames>()

export function countryName(country: string, locale: string): string {
  const known = names.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region' })
  names.set(locale, known)
  return known.of(country) ?? country
}
