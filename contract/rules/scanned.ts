/** What a camera read off a label, or somebody typed: a thing of ours, a number, or nothing. */
import { readFullAscii } from './fullAscii.ts'

export type Scanned =
  | { is: 'thing'; kind: 'equipment' | 'location'; id: number }
  /** Of Code 39, which may be meant as Full ASCII. */
  | { is: 'code'; code: string; isCode39: boolean }
  /** An address of another installation, or of no Plantroom at all: never gone to. */
  | { is: 'elsewhere'; host: string }
  /** Of this installation, but of no thing and no place. */
  | { is: 'other' }
  | { is: 'nothing' }

const MAX_LETTERS = 200
const ADDRESS = /^https?:\/\//i
const MAX_ID = 2_147_483_647
/** Control characters, and what turns the direction of the text around it. */
const stray = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** `origins`: the addresses under which this installation is reached. */
export function readScanned(text: string, origins: readonly string[], isCode39 = false): Scanned {
  const code = text.replace(stray, '').trim()
  if (code === '') return { is: 'nothing' }
  if (!ADDRESS.test(code)) {
    // Code 39 has no colon, so an address in it is Full ASCII.
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

/** As the same number may stand in the books: a UPC is an EAN with a nought before it. */
export function spellingsOf(code: string): string[] {
  const letters = code.trim().toLowerCase()
  if (/^\d{12}$/.test(letters)) return [letters, `0${letters}`]
  return /^0\d{12}$/.test(letters) ? [letters, letters.slice(1)] : [letters]
}

/** The same of a label in Code 39, printed and in Full ASCII. */
export function spellingsOfCode39(printed: string): string[] {
  const meant = readFullAscii(printed.trim().toUpperCase())?.replace(stray, '') ?? ''
  return [...new Set([...spellingsOf(printed), ...(meant === '' ? [] : spellingsOf(meant))])]
}

const spaces = ' \u00a0\u2007\u2009\u202f'
const dashes = '-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u05be'
/** Arabic and Persian: the scripts of ours in whose own digits a number may stand in the books. */
const ownDigits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'

/**
 * What makes a number of the books bare, as PostgreSQL's `translate` takes it: each letter of `from`
 * becomes the one that stands in its place in `to`, or goes.
 */
export const baring = { from: ownDigits + spaces + dashes, to: '01234567890123456789' }

/**
 * A number without what people leave out or write otherwise when they type it off a label: spaces,
 * dashes of any kind, case, digits of another script.
 */
export const bareSpellingsOf = (code: string): string[] => {
  const bare = code.replace(/[\p{Pd}\p{Zs}\u00ad\u2212\s]/gu, '').replace(/\p{Nd}/gu, plainDigit)
  return bare === '' ? [] : spellingsOf(bare)
}

/** Unicode keeps the digits of a script together, from nought to nine. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let nought = code
  while (/\p{Nd}/u.test(String.fromCodePoint(nought - 1))) nought -= 1
  return String((code - nought) % 10)
}
