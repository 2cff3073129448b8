/**
 * Parses typed days and times, in the page's language and in common forms. All six languages put
 * the day before the month.
 */
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import localizedFormat from 'dayjs/plugin/localizedFormat'
import { EARLIEST_DAY, LATEST_DAY } from '#contract/rules/bounds.ts'
import { inLatinDigits } from '#contract/rules/readNumber.ts'
import { fromWire, type MomentKind, toWire } from './wire.ts'

dayjs.extend(customParseFormat)
dayjs.extend(localizedFormat)

/** No format is a prefix of another: the field rewrites parsed text during typing. */
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

/** The first format is the displayed one; any may be typed. */
export const typedFormats: Record<MomentKind, string[]> = {
  day: days,
  minute: days.flatMap((day) => times.map((time) => `${day} ${time}`)),
  time: times,
}

export type TypedFault = 'unreadable' | 'outOfReach' | 'tooLate'

/** Why the typed text is refused. Null if it is valid or empty. `latest`: the last allowed day. */
export function faultOfTyped(
  kind: MomentKind,
  text: string,
  latest?: string,
  earliest?: string,
): TypedFault | null {
  if (text === '') return null
  const read = readTyped(kind, text)
  if (read === null) return 'unreadable'
  if (kind === 'time') return null
  if (!isWithinBounds(read, earliest)) return 'outOfReach'
  return latest !== undefined && toWire('day', read) > latest ? 'tooLate' : null
}

/**
 * Adds a time to a day typed alone: the chosen value's time, else the start of the day, or its end
 * for a range's end. Returns null if the text is not a day or has a time. `chosen`: in the API's
 * format.
 */
export function withTime(text: string, chosen: string, isEnd: boolean): Dayjs | null {
  if (readTyped('minute', text) !== null) return null
  const day = readTyped('day', text)
  const [, time = isEnd ? '23:59' : '00:00'] = chosen.split('T')
  return day && fromWire('minute', `${toWire('day', day)}T${time}`)
}

/** True for days that the product stores (decisions, 'Bounds'). */
export function isWithinBounds(moment: Dayjs, earliest = EARLIEST_DAY): boolean {
  const day = toWire('day', moment)
  return day >= earliest && day <= LATEST_DAY
}

/** Latin digits. Arabic and Persian keyboards have their own. */
export const plainMoment = (text: string): string => inLatinDigits(text.trim())

/** The typed value in the API's format. Empty if the text is empty or unreadable. */
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
