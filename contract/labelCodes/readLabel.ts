/**
 * Reads manufacturers' labels: GS1 (UDI), HIBC and ISO 15434. The text comes from a camera, a
 * typing scanner or a person.
 */
import { hasCheckDigit } from './checkDigit.ts'
import { meaningOf, recordsOf } from './envelope.ts'
import {
  parseBracketed,
  digitalLinkOf,
  elementsOf,
  readingsOf,
  SEPARATOR,
  type Element,
} from './gs1.ts'
import { readHibc } from './hibc.ts'
import { readingsOfLayouts } from './keyboardLayouts.ts'
import { LABEL_TEXT_MAXIMUM, type LabelContent } from './labelContent.ts'

/** Characters that typing scanners and programs show in place of control characters. */
const shownSeparators = /\u241d|<GS>|\{GS\}|\[GS\]|<0x1D>|\\x1d|\^\]/gi
const shownRecords = /\u241e|<RS>|\{RS\}|\[RS\]/gi
const shownEnds = /\u2404|<EOT>|\{EOT\}|\[EOT\]/gi
/** Symbology identifiers of GS1 symbols: GS1-128, DataMatrix, QR, DataBar, DotCode. */
const gs1Symbols = /^\](?:C1|d2|Q3|e0|J1)/
const anySymbol = /^\][A-Za-z][0-9A-Za-z]/
/** Longer element strings without a separator are read in one way only. */
const UNSEPARATED_MAXIMUM = 90

/**
 * All ways to read the text, the standard one first; several only if a scanner dropped the
 * separators. Empty if it follows none of these standards. `today` (yyyy-mm-dd) decides the century
 * of two-digit years.
 */
export function readLabel(text: string, today: string): LabelContent[] {
  if (text.length > LABEL_TEXT_MAXIMUM) return []
  const plain = text
    .replace(shownSeparators, SEPARATOR)
    .replace(shownRecords, '\u001e')
    .replace(shownEnds, '\u0004')
    .trim()
  const content = plain.replace(anySymbol, '')
  const records = recordsOf(content)
  if (records !== null) return readRecords(records, today)
  const hibc = readHibc(content)
  if (hibc !== null) {
    const { product, ...rest } = hibc
    return [{ standard: 'hibc', ...(product && { catalogueNumber: product.number }), ...rest }]
  }
  return readGs1(content, gs1Symbols.test(plain))
    .map((elements) => contentOf(elements, today))
    .filter((each) => Object.keys(each).length > 1)
}

function readGs1(text: string, isMarked: boolean): Element[][] {
  if (/^https?:\/\//i.test(text)) {
    const elements = URL.canParse(text) ? digitalLinkOf(new URL(text)) : null
    return elements === null ? [] : [elements]
  }
  const bracketed = parseBracketed(text)
  if (bracketed !== null) return [bracketed]
  const started = text.replace(/^\u001d/, '')
  const isSeparated = started.includes(SEPARATOR)
  // Without a symbology mark, "10AB" may be an inventory number. A GTIN has a check digit.
  if (!isMarked && !isSeparated && started === text && !/^01\d{14}/.test(text)) return []
  const elements = elementsOf(started)
  if (isSeparated || isMarked || started.length > UNSEPARATED_MAXIMUM)
    return elements === null ? [] : [elements]
  return readingsOf(started)
}

function contentOf(elements: readonly Element[], today: string): LabelContent {
  const content: LabelContent = { standard: 'gs1' }
  for (const { ai, value } of elements) {
    if (ai === '01' || ai === '03') content.gtin = value
    // A part of a piece, or an asset of its own: 14 digits, then the number of the part or asset.
    const [, ofPiece, ofAsset] = /^(\d{14})(.*)$/.exec(value) ?? []
    if (ai === '8006' || ai === '8026') content.gtin = ofPiece ?? value
    if (ai === '8003' && ofAsset !== undefined && ofAsset !== '') content.serial = ofAsset
    if (ai === '21' || ai === '8004') content.serial = value
    if (ai === '10') content.lot = value
    if (ai === '240' || ai === '241') content.catalogueNumber = value
    if (ai === '11') Object.assign(content, dayAs('producedOn', value, today))
    if (ai === '17') Object.assign(content, dayAs('expiresOn', value, today))
    if (ai === '7003')
      Object.assign(content, dayAs('expiresOn', value.replace(/\d{4}$/, ''), today))
  }
  return content
}

function readRecords(
  records: NonNullable<ReturnType<typeof recordsOf>>,
  today: string,
): LabelContent[] {
  const content: LabelContent = { standard: 'iso15434' }
  for (const { format, fields } of records)
    for (const field of fields) {
      if (format === '05') {
        Object.assign(content, contentOf(elementsOf(field) ?? [], today), { standard: 'iso15434' })
        continue
      }
      const meaning = meaningOf(format, field)
      if (meaning === null) continue
      const { is, value } = meaning
      if (is === 'gtin')
        Object.assign(content, hasCheckDigit(value) && { gtin: value.padStart(14, '0') })
      else if (is === 'expiresOn' || is === 'producedOn')
        Object.assign(content, dayAs(is, value.replace(/^20(?=\d{6}$)/, ''), today))
      else content[is] = value
    }
  return Object.keys(content).length > 1 ? [content] : []
}

const dayAs = (key: 'producedOn' | 'expiresOn', yymmdd: string, today: string) => {
  const day = dayOf(yymmdd, today)
  return day === null ? {} : { [key]: day }
}

/**
 * GS1 General Specifications 7.12: years more than 50 ahead belong to the last century, more than
 * 49 back to the next. Day 00 is the month's last day. Null if the day does not exist.
 */
export function dayOf(yymmdd: string, today: string): string | null {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(yymmdd)?.map(Number) ?? []
  if (yy === undefined || mm === undefined || dd === undefined || mm < 1 || mm > 12) return null
  const present = Number(today.slice(0, 4))
  const century = present - (present % 100)
  const ahead = yy - (present % 100)
  const year = century + yy + (ahead >= 51 ? -100 : ahead <= -50 ? 100 : 0)
  const lastDay = new Date(Date.UTC(year, mm, 0)).getUTCDate()
  if (dd > lastDay) return null
  const parts = [String(mm), String(dd === 0 ? lastDay : dd)].map((part) => part.padStart(2, '0'))
  return [String(year), ...parts].join('-')
}

/** An arbitrary day, because the century of a label's years does not affect a search. */
const ANY_DAY = '2026-01-01'

/**
 * Texts to search for. A label is searched by its serial numbers, or else its lot or product.
 * Scanners may add a symbology identifier or type in another keyboard layout.
 */
export const searchesOf = (text: string): string[] => [
  ...new Set([text, ...readingsOfLayouts(text)].flatMap(searchesIn)),
]

function searchesIn(text: string): string[] {
  const readings = readLabel(text, ANY_DAY)
  for (const key of ['serial', 'lot', 'catalogueNumber', 'gtin'] as const) {
    const found = readings.flatMap((reading) => reading[key] ?? [])
    if (found.length > 0) return key === 'gtin' ? found.flatMap(spellingsOfGtin) : found
  }
  return [text.replace(anySymbol, '')]
}

/**
 * All forms in which the same trade item number may be stored: GTIN-14, EAN-13, UPC-A, EAN-8,
 * UPC-E.
 */
export function spellingsOfGtin(gtin: string): string[] {
  if (!/^\d{8,14}$/.test(gtin)) return [gtin]
  const whole = gtin.padStart(14, '0')
  const compressed = whole.startsWith('00') ? upcEOf(whole.slice(2)) : null
  return [
    ...[14, 13, 12, 8]
      .filter((length) => /^0*$/.test(whole.slice(0, 14 - length)))
      .map((length) => whole.slice(14 - length)),
    ...(compressed === null ? [] : [compressed]),
  ]
}

/** UPC-E drops runs of zeros of a UPC-A (GS1 General Specifications 5.2.2.4.2). */
const upcE: readonly (readonly [upcA: RegExp, upcE: string])[] = [
  [/^([01])(\d{2})([0-2])0000(\d{3})(\d)$/, '$1$2$4$3$5'],
  [/^([01])(\d{3})00000(\d{2})(\d)$/, '$1$2$33$4'],
  [/^([01])(\d{4})00000(\d)(\d)$/, '$1$2$34$4'],
  [/^([01])(\d{5})0000([5-9])(\d)$/, '$1$2$3$4'],
]

/** Null if the number has too few zeros to shorten. */
function upcEOf(upcA: string): string | null {
  const [pattern, form] = upcE.find(([each]) => each.test(upcA)) ?? []
  return pattern === undefined || form === undefined ? null : upcA.replace(pattern, form)
}

/** The UPC-A of a UPC-E with its check digit. Null if the code is not a UPC-E. */
export function upcAOf(code: string): string | null {
  const [, system, digits, check] = /^([01])(\d{6})(\d)$/.exec(code) ?? []
  if (system === undefined || digits === undefined || check === undefined) return null
  const [a = '', b = '', c = '', d = '', e = '', last = ''] = digits
  const expanded =
    Number(last) <= 2
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`
  const whole = system + expanded + check
  return hasCheckDigit(whole) ? whole : null
}
