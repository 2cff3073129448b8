/** Rewrites cells that read-excel-file misreads or fails on, before it reads the file. */
import { DAYS_TO_1904 } from '#contract/dates/dayNumber.ts'
import { plainDigits } from '#contract/formatters.ts'
import { withText } from './workbookParts.ts'
import type { NumberStyle, UnitStyle } from './workbookStyles.ts'
import type { Unpacked } from './zipFile.ts'

/** Matches a cell up to its value, with an optional formula, or a cell without a value. */
const CELL =
  /(<((?:\w+:)?)c)(\s[^<>]*?)(?:(\/>|>\s*<\/\2c\s*>)|(>(?:<\2f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\2f>))?<\2v(?:\s[^<>]*)?>)([^<]*)(?=<\/\2v>))/g
const TYPE = /\st\s*=\s*(?:"([^"]*)"|'([^']*)')/
const STYLE = /\ss\s*=\s*(?:"(\d+)"|'(\d+)')/
const NUMBER = /^[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?$/

export const withCells = (
  part: Unpacked,
  styles: readonly NumberStyle[],
  isFrom1904: boolean,
): Unpacked => {
  // latin1 maps each byte to one character
  const before = part.bytes.toString('latin1')
  const after = before.replaceAll(
    CELL,
    (
      whole,
      open: string,
      _prefix: string,
      facts: string,
      end: string | undefined,
      between: string,
      value: string,
    ) => {
      const type =
        TYPE.exec(facts)
          ?.slice(1)
          .find((one) => one !== undefined) ?? 'n'
      // The value is optional in the format, but the reader fails on a typed cell without one.
      if (end !== undefined) return `${open}${facts.replace(TYPE, '')}${end}`
      const now = rewrite(
        type,
        value,
        () => styles[Number(STYLE.exec(facts)?.[1] ?? 0)],
        isFrom1904 ? DAYS_TO_1904 : 0,
      )
      if (now === null) return whole
      const others = facts.replace(TYPE, '').replace(now.type === 'n' ? STYLE : '', '')
      return `${open}${others}${now.type === 'n' ? '' : ` t="${now.type}"`}${between}${now.value}`
    },
  )
  return after === before ? part : withText(part, after)
}

/** Returns null to keep the cell. Type `n` removes the number's style. */
function rewrite(
  type: string,
  value: string,
  style: () => NumberStyle | undefined,
  /** Days from 1899-12-30 to the workbook's day zero. */
  daysBefore: number,
): { type: 'n' | 'str' | 'b'; value: string } | null {
  if (value === '') return type === 'n' || type === 'str' ? null : { type: 'str', value }
  if (type === 'd') return { type: 'str', value: isoText(value) }
  if (type === 'b') {
    const isTrue = /^(?:true|false)$/i.test(value) ? /^t/i.test(value) : null
    return isTrue === null ? null : { type: 'b', value: isTrue ? '1' : '0' }
  }
  if (type !== 'n' || !NUMBER.test(value)) return null
  if (Math.abs(Number(value)) >= FARTHEST_DAY) return { type: 'n', value }
  const shown = style()
  if (shown?.kind === 'zeros' && /^\d+$/.test(value))
    return { type: 'str', value: zerosText(shown.format, value) }
  if (shown?.kind === 'duration') return { type: 'str', value: durationText(shown, Number(value)) }
  if (shown?.kind === 'date' && shown.offset !== undefined)
    return { type: 'str', value: instantText(Number(value) + daysBefore, shown.offset) }
  if (shown?.kind === 'unit') return { type: 'str', value: unitText(shown, Number(value)) }
  return null
}

/** Days from 1899-12-30, the day zero of Excel, to 1970-01-01. */
const DAY_ZERO = 25_569
/** The reader drops days farther from day zero. */
const FARTHEST_DAY = 10_000_000

/**
 * Formats 42 as `00042` for the format `00000`: fills digits from the right, the rest goes before
 * the first.
 */
function zerosText(format: string, digits: string): string {
  const left = digits.padStart(format.replaceAll(/\D/g, '').length, '0').split('')
  const shown = [...format].reverse().map((one) => (one === '0' ? left.pop() : one))
  return left.join('') + shown.reverse().join('')
}

const SECONDS_OF_DAY = 86_400

function instantText(days: number, offset: string): string {
  const seconds = Math.round((days - DAY_ZERO) * SECONDS_OF_DAY)
  return `${new Date(seconds * 1_000).toISOString().replace(/\.\d+Z$/, '')}${offset}`
}
const two = (part: number) => String(part).padStart(2, '0')

/** Formats 5.229… as 125:30 for the format `[h]:mm`. Adds hidden seconds if they are not zero. */
function durationText(
  { unit, hasSeconds }: NumberStyle & { kind: 'duration' },
  days: number,
): string {
  const whole = Math.round(Math.abs(days) * SECONDS_OF_DAY)
  const seconds = whole % 60
  const minutes = Math.floor(whole / 60)
  const sign = days < 0 && whole > 0 ? '-' : ''
  if (unit === 's') return `${sign}${whole}`
  if (unit === 'm') return `${sign}${minutes}:${two(seconds)}`
  const shown = `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return hasSeconds || seconds > 0 ? `${shown}:${two(seconds)}` : shown
}

/** A double has 15 reliable digits; 0.07 × 100 is 7.000000000000001. */
const RELIABLE = 15

/** Formats 0.125 as 12.5% and 1234.5 as 1234.50 €. Never rounds, and groups no thousands. */
function unitText(
  { before, after, isPercent, decimals, digits }: UnitStyle,
  given: number,
): string {
  const value = Number((isPercent ? given * 100 : given).toPrecision(RELIABLE))
  const fixed = Math.abs(value).toFixed(decimals)
  const shown = Number(fixed) === Math.abs(value) ? fixed : plainDigits(Math.abs(value))
  const [whole = '', ...fraction] = shown.split('.')
  const text = [whole.padStart(digits, '0'), ...fraction].join('.')
  return escaped(`${value < 0 ? '-' : ''}${before}${text}${after}`)
}

/** As XML, in UTF-8 with one character per byte. */
const escaped = (text: string): string =>
  Buffer.from(
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ).toString('latin1')

/** Parses an ISO 8601 cell: time, date, or both. Workbooks have no zones, so Z is ignored. */
function isoText(value: string): string {
  const found = /^(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?$/.exec(value.trim())
  if (found === null) return value
  const [, day, time = ''] = found
  const whole = time.length === 5 ? `${time}:00` : time
  if (day === undefined) return whole
  return whole === '00:00:00' ? day : `${day}T${whole}`
}
