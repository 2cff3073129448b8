/**
 * Days and times as people type them: as the page's language writes them, and as they are written
 * elsewhere. All six languages put the day before the month.
 */
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import localizedFormat from 'dayjs/plugin/localizedFormat'
import { EARLIEST_DAY, LATEST_DAY } from '#contract/rules/bounds.ts'
import { inLatinDigits } from '#contract/rules/readNumber.ts'
import { fromWire, type MomentKind, toWire } from './wire.ts'

dayjs.extend(customParseFormat)
dayjs.extend(localizedFormat)

/** None begins like another: the field writes anew what it can read, in the middle of the typing. */
const days = [
  'L',
  'DD/MM/YYYY',
  'D/M/YYYY',
  'DD.MM.YYYY',
  'D.M.YYYY',
  'D. M. YYYY',
  'DD-MM-YYYY',
  'YYYY-MM-DD',
]
const times = ['LT', 'HH:mm', 'H:mm', 'HH.mm', 'H.mm']

/** The first is how a moment is shown; in any of them it may be typed. */
export const typedFormats: Record<MomentKind, string[]> = {
  day: days,
  minute: days.flatMap((day) => times.map((time) => `${day} ${time}`)),
  time: times,
}

export type TypedFault = 'unreadable' | 'outOfReach' | 'tooLate'

/** Why what was typed is not taken; null: it is, or nothing was typed. `latest`: the last day. */
export function faultOfTyped(kind: MomentKind, text: string, latest?: string): TypedFault | null {
  if (text === '') return null
  const read = readTyped(kind, text)
  if (read === null) return 'unreadable'
  if (kind === 'time') return null
  if (!isWithinBounds(read)) return 'outOfReach'
  return latest !== undefined && toWire('day', read) > latest ? 'tooLate' : null
}

/**
 * A day alone, where a day and a time are asked for, with its time: the one that was chosen before,
 * else the beginning of the day, or its end where a range ends. Null where it is none, or has a time
 * already. `chosen`: as the wire has it.
 */
export function withTime(text: string, chosen: string, isEnd: boolean): Dayjs | null {
  if (readTyped('minute', text) !== null) return null
  const day = readTyped('day', text)
  const [, time = isEnd ? '23:59' : '00:00'] = chosen.split('T')
  return day && fromWire('minute', `${toWire('day', day)}T${time}`)
}

/** One of the days that the product keeps (decisions, 'Bounds'). */
export function isWithinBounds(moment: Dayjs): boolean {
  const day = toWire('day', moment)
  return day >= EARLIEST_DAY && day <= LATEST_DAY
}

/** In the digits that a moment is read by: a keyboard of Arabic or Persian has its own. */
export const plainMoment = (text: string): string => inLatinDigits(text.trim())

/** What was typed, as the wire has it; empty: nothing, or nothing that can be read. */
export const wireOfTyped = (kind: MomentKind, text: string): string =>
  toWire(kind, readTyped(kind, text))

function readTyped(kind: MomentKind, text: string): Dayjs | null {
  const plain = plainMoment(text)
  for (const format of typedFormats[kind]) {
    const read = dayjs(plain, format, true)
    if (read.isValid()) return read
  }
  return null
}
