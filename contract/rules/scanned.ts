/** Interprets a text that a camera read from a label or that the user typed. */
import { readFullAscii } from './fullAscii.ts'

export type Scanned =
  | { is: 'thing'; kind: 'equipment' | 'location'; id: number }
  /** If `isCode39`, the text may be encoded in Full ASCII. */
  | { is: 'code'; code: string; isCode39: boolean }
  /** An address of another installation or site. The page never opens it. */
  | { is: 'elsewhere'; host: string }
  /** An address of this installation that is neither equipment nor a location. */
  | { is: 'other' }
  | { is: 'nothing' }

const MAX_LETTERS = 200
const ADDRESS = /^https?:\/\//i
const MAX_ID = 2_147_483_647
/** Control characters and bidirectional overrides. */
const stray = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** `origins`: the addresses of this installation. */
export function readScanned(text: string, origins: readonly string[], isCode39 = false): Scanned {
  const code = text.replace(stray, '').trim()
  if (code === '') return { is: 'nothing' }
  if (!ADDRESS.test(code)) {
    // Code 39 has no colon, so a URL in it uses Full ASCII.
    const meant = isCode39 ? readFullAscii(code) : null
    if (meant !== null && ADDRESS.test(meant)) return readScanned(meant, origins)
    return code.length > MAX_LETTERS ? { is: 'nothing' } : { is: 'code', code, isCode39 }
  }
  if (!URL.canParse(code)) return { is: 'nothing' }
  const url = new URL(code)
  if (!origins.includes(url.origin)) return { is: 'elsewhere', host: url.host }
  const [, list, inPath] = /^\/(equipment|locations)(?:\/(\d{1,10}))?\/?$/.exec(url.pathname) ?? []
  const id = Number(inPath ?? url.searchParams.get('id') ?? 0)
  if (list === undefined || !Number.isInteger(id) || id < 1 || id > MAX_ID) return { is: 'other' }
  return { is: 'thing', kind: list === 'equipment' ? 'equipment' : 'location', id }
}

/** Forms in which the same number may be stored: a UPC is an EAN with a leading zero. */
export function spellingsOf(code: string): string[] {
  const letters = code.trim().toLowerCase()
  if (/^\d{12}$/.test(letters)) return [letters, `0${letters}`]
  return /^0\d{12}$/.test(letters) ? [letters, letters.slice(1)] : [letters]
}

export function spellingsOfCode39(printed: string): string[] {
  const meant = readFullAscii(printed.trim().toUpperCase())?.replace(stray, '') ?? ''
  return [...new Set([...spellingsOf(printed), ...(meant === '' ? [] : spellingsOf(meant))])]
}

const spaces = ' \u00a0\u2007\u2009\u202f'
const dashes = '-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u05be'
/** Arabic and Persian digits: numbers stored in the supported languages may use them. */
const ownDigits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'

/**
 * Arguments of PostgreSQL's `translate` that normalise a stored number: digits become ASCII; spaces
 * and dashes are removed.
 */
export const baring = { from: ownDigits + spaces + dashes, to: '01234567890123456789' }

/**
 * Normalises what people omit or change when they type a number from a label: spaces, dashes, case,
 * digits of another script.
 */
export const bareSpellingsOf = (code: string): string[] => {
  const bare = code.replace(/[\p{Pd}\p{Zs}\u00ad\u2212\s]/gu, '').replace(/\p{Nd}/gu, plainDigit)
  return bare === '' ? [] : spellingsOf(bare)
}

/** Unicode keeps the ten digits of a script together, in order. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let nought = code
  while (/\p{Nd}/u.test(String.fromCodePoint(nought - 1))) nought -= 1
  return String((code - nought) % 10)
}
