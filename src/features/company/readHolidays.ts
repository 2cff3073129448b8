/** Parses pasted holidays: a date and a name in each line, from a calendar, a table or a text. */
import type { Holiday } from '#contract/company/company.ts'

export interface ReadHolidays {
  holidays: Holiday[]
  unread: string[]
}

/**
 * `2026-12-25 Christmas`, `25.12.2026; Christmas`, `25/12/2026,Christmas`. The day comes before the
 * month, as in all six languages.
 */
export function readHolidays(text: string, yearly: boolean): ReadHolidays {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const read = lines.map((line) => ({ line, holiday: readLine(line, yearly) }))
  return {
    holidays: read.flatMap(({ holiday }) => holiday ?? []),
    unread: read.flatMap(({ line, holiday }) => (holiday === null ? [line] : [])),
  }
}

/** `2026-12-25` or `25. 12. 2026`, and the rest of the line. */
const yearFirst = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?<rest>\D.*)$/
const dayFirst = /^(?<day>\d{1,2})[./-]\s?(?<month>\d{1,2})[./-]\s?(?<year>\d{4})(?<rest>\D.*)$/

function readLine(line: string, yearly: boolean): Holiday | null {
  const {
    year = '',
    month = '',
    day = '',
    rest = '',
  } = (yearFirst.exec(line) ?? dayFirst.exec(line))?.groups ?? {}
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const name = rest.replace(/^[\s,;|–"-]+|[\s"]+$/g, '')
  return isDay(date) && name !== '' && name.length <= 200 ? { date, name, yearly } : null
}

/** Refuses 31 February, which JavaScript turns into a day of March. */
function isDay(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date)
}

/** Merges two lists by date, without duplicates. */
export function withHolidays(list: readonly Holiday[], added: readonly Holiday[]): Holiday[] {
  const same = (one: Holiday, other: Holiday): boolean =>
    one.date === other.date && one.name === other.name
  const fresh = added.filter(
    (one, index) =>
      !list.some((known) => same(known, one)) &&
      added.findIndex((other) => same(other, one)) === index,
  )
  return [...list, ...fresh].toSorted(
    (one, other) => one.date.localeCompare(other.date) || one.name.localeCompare(other.name),
  )
}
