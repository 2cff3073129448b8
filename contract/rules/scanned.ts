import { digitalLinkOf } from '#contract/labelCodes/gs1.ts'
import { readingsOfLayouts } from '#contract/labelCodes/keyboardLayouts.ts'
import { LABEL_TEXT_MAXIMUM } from '#contract/labelCodes/labelContent.ts'
import { CODES_MAXIMUM, type ScannedCode } from '#contract/search.ts'
import { labelCodeShape } from './labelReports.ts'
import { readFullAscii } from './fullAscii.ts'

type ObjectKind = 'equipment' | 'location'

export type Scanned =
  | { is: 'thing'; kind: ObjectKind; id: number }
  /** One of our labels, by its random code. */
  | { is: 'label'; code: string }
  | { is: 'codes'; codes: readonly ScannedCode[] }
  /** An address of another installation or site. The page never opens it. */
  | { is: 'elsewhere'; host: string }
  /** An address of this installation that is neither equipment nor a location. */
  | { is: 'other' }
  | { is: 'nothing' }

const ADDRESS = /^https?:\/\//i
/** A symbology identifier that scanners may put in front of an address. */
const SYMBOL_OF_ADDRESS = /^\][A-Za-z]\d(?=https?:)/i
const isAddress = (text: string): boolean =>
  ADDRESS.test(text.trim().replace(SYMBOL_OF_ADDRESS, ''))
const MAX_ID = 2_147_483_647
/** Control characters and bidirectional overrides. */
const stray = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu
/** The same without control characters, because labels use them as separators. */
const strayInCodes = /[\0\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/**
 * Interprets codes in view together: an object's own address wins, then numbers and manufacturers'
 * labels. `origins`: the addresses of this installation.
 */
export function readScanned(codes: readonly ScannedCode[], origins: readonly string[]): Scanned {
  const read = codes.map((code) => readOne(code, origins))
  const numbers = read.flatMap((each) => (each.is === 'codes' ? each.codes : []))
  return (
    read.find(({ is }) => is === 'thing' || is === 'label') ??
    (numbers.length > 0
      ? { is: 'codes', codes: numbers.slice(0, CODES_MAXIMUM) }
      : (read.find(({ is }) => is !== 'nothing') ?? { is: 'nothing' }))
  )
}

/**
 * Returns the object whose address on this installation the text is, as typed or in another
 * keyboard layout.
 */
export function objectAt(text: string, publicUrl: string): { kind: ObjectKind; id: number } | null {
  const read = addressIn(text, publicUrl)
  return read?.is === 'thing' ? { kind: read.kind, id: read.id } : null
}

/** The random code of a label of this installation, typed by a scanner. */
export function labelCodeAt(text: string, publicUrl: string): string | null {
  const read = addressIn(text, publicUrl)
  return read?.is === 'label' ? read.code : null
}

function addressIn(text: string, publicUrl: string): Scanned | null {
  const [address] = [text, ...readingsOfLayouts(text)].filter(isAddress)
  return address === undefined ? null : readOne({ text: address }, [new URL(publicUrl).origin])
}

function readOne({ text, symbology, isTyped }: ScannedCode, origins: readonly string[]): Scanned {
  const plain = text.replace(stray, '').trim().replace(SYMBOL_OF_ADDRESS, '')
  if (plain === '') return { is: 'nothing' }
  const code = {
    text: text.replace(strayInCodes, '').trim(),
    ...(symbology && { symbology }),
    ...(isTyped && { isTyped }),
  }
  if (!ADDRESS.test(plain)) {
    // Code 39 has no colon, so a URL in it uses Full ASCII.
    const meant = symbology === 'code39' ? readFullAscii(plain) : null
    if (meant !== null && ADDRESS.test(meant)) return readOne({ text: meant }, origins)
    const address = isTyped === true ? readingsOfLayouts(text).find(isAddress) : undefined
    if (address !== undefined) return readOne({ text: address }, origins)
    if (code.text.length > LABEL_TEXT_MAXIMUM) return { is: 'nothing' }
    return { is: 'codes', codes: [code] }
  }
  if (!URL.canParse(plain)) return { is: 'nothing' }
  const url = new URL(plain)
  if (!origins.includes(url.origin)) {
    // The link's identifiers are looked up here. The page does not open the address.
    if (plain.length <= LABEL_TEXT_MAXIMUM && digitalLinkOf(url) !== null)
      return { is: 'codes', codes: [{ text: plain }] }
    return { is: 'elsewhere', host: url.host }
  }
  const [, ofLabel = ''] = /^\/r\/(\w+)\/?$/.exec(url.pathname.toLowerCase()) ?? []
  if (labelCodeShape.test(ofLabel)) return { is: 'label', code: ofLabel }
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
/** Arabic and Persian digits, which stored numbers may contain. */
const ownDigits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'

/**
 * Arguments of PostgreSQL's `translate` that normalise a stored number: digits become ASCII; spaces
 * and dashes go.
 */
export const digitTranslation = { from: ownDigits + spaces + dashes, to: '01234567890123456789' }

/**
 * Normalises what people omit or change when they type a number from a label: spaces, dashes, case,
 * digits of another script.
 */
export const normalisedSpellings = (code: string): string[] => {
  const bare = bareOf(code)
  return bare === '' ? [] : spellingsOf(bare)
}

const bareOf = (code: string): string =>
  code.replace(/[\p{Pd}\p{Zs}\u00ad\u2212\s]/gu, '').replace(/\p{Nd}/gu, plainDigit)

/** The number without leading zeros; null unless it has only digits, at least one above 0. */
export const withoutZeros = (code: string): string | null =>
  /^0*([1-9]\d*)$/.exec(bareOf(code))?.[1] ?? null

/** Unicode keeps the ten digits of a script together, in order. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let nought = code
  while (/\p{Nd}/u.test(String.fromCodePoint(nought - 1))) nought -= 1
  return String((code - nought) % 10)
}
