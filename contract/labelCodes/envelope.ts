/**
 * ISO/IEC 15434 envelopes: `[)>` RS format GS data GS data RS EOT. Format 05 holds GS1 identifiers,
 * 06 data identifiers of ASC MH10.8.2, 12 text identifiers (serial numbers of aviation and defence).
 */
import { SEPARATOR } from './gs1.ts'

const RECORD = '\u001e'
const END = '\u0004'

export interface EnvelopeRecord {
  format: string
  fields: string[]
}

/** Null if the text is not an envelope. */
export function recordsOf(text: string): EnvelopeRecord[] | null {
  if (!text.startsWith('[)>')) return null
  return text
    .slice(3)
    .replaceAll(END, '')
    .split(RECORD)
    .map((record) => record.trim())
    .filter((record) => /^\d{2}/.test(record))
    .map((record) => ({
      format: record.slice(0, 2),
      fields: record
        .slice(2)
        .split(SEPARATOR)
        .filter((field) => field !== ''),
    }))
}

export type Meaning = 'serial' | 'lot' | 'gtin' | 'catalogueNumber' | 'expiresOn' | 'producedOn'
/** Meanings of data identifiers, which are digits and a capital. */
const dataIdentifiers: Readonly<Record<string, Meaning>> = {
  S: 'serial',
  '1S': 'serial',
  '25S': 'serial',
  '1T': 'lot',
  T: 'lot',
  P: 'catalogueNumber',
  '1P': 'catalogueNumber',
  '30P': 'catalogueNumber',
  '8P': 'gtin',
  '14D': 'expiresOn',
  '16D': 'producedOn',
}
const textIdentifiers: Readonly<Record<string, Meaning>> = {
  SER: 'serial',
  SEQ: 'serial',
  PNO: 'catalogueNumber',
  PNR: 'catalogueNumber',
  LOT: 'lot',
  BAT: 'lot',
  EXP: 'expiresOn',
  DMF: 'producedOn',
}

/** Meaning of a field of format 06 or 12; null for other fields. */
export function meaningOf(format: string, field: string): { is: Meaning; value: string } | null {
  const [, name = '', value = ''] =
    (format === '06' ? /^(\d{0,2}[A-Z])([^]+)$/ : /^([A-Z0-9]{3})\s([^]+)$/).exec(field) ?? []
  const is = (format === '06' ? dataIdentifiers : textIdentifiers)[name]
  return is === undefined ? null : { is, value: value.trim() }
}
