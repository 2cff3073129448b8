/** Parses pasted holidays: a date or a range and a name in each line, from a calendar or a table. */
import { compareCodes } from '#contract/rules/inOrder.ts'
import type { Holiday } from '#contract/company/company.ts'
import { hasVisible } from '#contract/rules/visible.ts'
import { orderOf } from '#contract/dates/readDate.ts'
import { daysBetween, readDays, type DayFault } from '#contract/dates/readDays.ts'
import { saysWorkingDay } from '#contract/dates/saysWorkingDay.ts'

type LineFault = DayFault | 'noName' | 'nameTooLong' | 'lineTooLong'

export interface ReadLine {
  name: string
  first: string
  last: string
}

export interface ReadHolidays {
  read: ReadLine[]
  unread: { line: string; fault: LineFault }[]
}

interface Reading {
  isDayFirst: boolean
}

const MAX_LINE = 1_000
export const MAX_NAME = 200
/**
 * Maximum characters: about a thousand lines, parsed in 30 ms at each change. Longer text is
 * refused.
 */
export const MAX_PASTED = 50_000

/**
 * Parses `2026-12-25 Christmas`, `25. prosince 2026; 1. svátek` or `24.12.2026 - 26.12.2026
 * Christmas`, also with Arabic digits and months.
 */
export function readHolidays(text: string, { isDayFirst }: Reading): ReadHolidays {
  const order = orderOf(text, isDayFirst)
  const found: ReadHolidays = { read: [], unread: [] }
  for (const raw of text.split(/[\n\r\u2028\u2029]/)) {
    const line = raw.trim()
    if (line === '') continue
    const days = line.length > MAX_LINE ? { fault: 'lineTooLong' as const } : readLine(line, order)
    if ('fault' in days) found.unread.push({ line, fault: days.fault })
    else found.read.push(days)
  }
  return found
}

function readLine(
  line: string,
  order: Parameters<typeof readDays>[1],
): ReadLine | { fault: LineFault } {
  const days = readDays(line, order)
  if ('fault' in days) return days
  const name = nameOf(days.rest)
  if (!hasVisible(name)) return { fault: 'noName' }
  if (name.length > MAX_NAME) return { fault: 'nameTooLong' }
  return { name, first: days.first, last: days.last }
}

/** The name: the rest of the line with its columns, without control characters and CSV quotes. */
const nameOf = (rest: string): string =>
  rest
    .replace(/"?\s*\t\s*"?|"\s*[,;]\s*"?|"$/g, ', ')
    .replaceAll('""', '"')
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replace(/[\s,]+$/, '')
    .trim()

export const holidaysOf = (
  lines: readonly ReadLine[],
  rest: Pick<Holiday, 'yearly' | 'kind'>,
): Holiday[] =>
  lines.flatMap(({ name, first, last }) =>
    Array.from({ length: daysBetween(first, last) + 1 }, (_, away) => {
      const date = new Date(`${first}T00:00:00Z`)
      date.setUTCDate(date.getUTCDate() + away)
      return {
        date: date.toISOString().slice(0, 10),
        name,
        ...(saysWorkingDay(name) && { kind: 'working' as const }),
        ...rest,
      }
    }),
  )

export function withHolidays(list: readonly Holiday[], added: readonly Holiday[]): Holiday[] {
  const keyOf = ({ date, name }: Holiday): string => `${date} ${name}`
  const known = new Map([...added, ...list].map((one) => [keyOf(one), one]))
  return [...known.values()].toSorted(
    (one, other) => compareCodes(one.date, other.date) || compareCodes(one.name, other.name),
  )
}
