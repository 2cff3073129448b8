/**
 * Parses a zone of moment-timezone: name, abbreviations, offsets, offset indices and minutes
 * between changes, each in base 60. Digits after the point are fractions of a minute.
 */
import type { ZoneTable } from './zoneTable.ts'

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'
const MINUTE = 60_000

export function readPacked(packed: string): ZoneTable {
  const [, , offsets = '', indices = '', changes = ''] = packed.split('|')
  // Offsets are west of UTC.
  const east = offsets.split(' ').map((text) => 0 - readBase60(text) * MINUTE)
  let at = 0
  return {
    offsets: [...indices].map((index) => east[readBase60(index)] ?? 0),
    changes: (changes === '' ? [] : changes.split(' ')).map((text) => {
      at += readBase60(text)
      return Math.round(at * MINUTE)
    }),
  }
}

/** Exported for its test. */
export function readBase60(text: string): number {
  const isNegative = text.startsWith('-')
  const [whole = '', part = ''] = text.slice(isNegative ? 1 : 0).split('.')
  let value = 0
  for (const digit of whole) value = value * 60 + DIGITS.indexOf(digit)
  let unit = 1
  for (const digit of part) value += DIGITS.indexOf(digit) * (unit /= 60)
  return isNegative ? -value : value
}
