import { hasCheckDigit } from '#contract/labelCodes/checkDigit.ts'
import { checkCharacterOf } from '#contract/labelCodes/hibc.ts'
import { readingsOfLayouts } from '#contract/labelCodes/keyboardLayouts.ts'
import type { LabelContent } from '#contract/labelCodes/labelContent.ts'
import { readUtf8 } from '#contract/labelCodes/readUtf8.ts'
import { readLabel, spellingsOfGtin, upcAOf } from '#contract/labelCodes/readLabel.ts'
import { macOf } from '#contract/ingest/fields.ts'
import { spellingsOf, spellingsOfCode39 } from '#contract/rules/scanned.ts'
import type { codeMatches, ScannedCode } from '#contract/search.ts'

export interface Wanted {
  numbers: readonly string[]
  serials: readonly string[]
  lots: readonly string[]
  products: readonly string[]
  gtins: readonly string[]
  /** Radio addresses in upper case, as stored. */
  macs: readonly string[]
  /** The combined content of the labels, from the first reading of each. */
  label: LabelContent | null
}

/** EAN and GTIN are printed on every piece of a product, so they identify no single piece. */
const isProductNumber = (text: string) => /^(\d{8}|\d{12,14})$/.test(text) && hasCheckDigit(text)

const labelled =
  /^(s\/?n|ser(?:ial)?|lot|batch|ref|p\/?n|cat|gtin|udi|model)(?: ?(?:no|nr|number))?(?:[.:#]\s*|\s+)(\S.*)$/i
const meanings: Readonly<Record<string, 'serials' | 'lots'>> = {
  sn: 'serials',
  ser: 'serials',
  serial: 'serials',
  lot: 'lots',
  batch: 'lots',
}

/** Collects the values to search for. `today`: yyyy-mm-dd in the company's time zone. */
export function toSearchValues(codes: readonly ScannedCode[], today: string): Wanted {
  const found = {
    numbers: new Set<string>(),
    serials: new Set<string>(),
    lots: new Set<string>(),
    products: new Set<string>(),
    gtins: new Set<string>(),
    macs: new Set<string>(),
  }
  const contents: LabelContent[] = []
  for (const { text, symbology } of codes.flatMap(asMeant)) {
    const readings = readLabel(text, today)
    contents.push(...readings.slice(0, 1))
    for (const { gtin, catalogueNumber, serial, lot } of readings) {
      if (serial !== undefined) found.serials.add(serial.toLowerCase())
      if (lot !== undefined) found.lots.add(lot.toLowerCase())
      if (catalogueNumber !== undefined) found.products.add(catalogueNumber.toLowerCase())
      if (gtin !== undefined) spellingsOfGtin(gtin).forEach((each) => found.gtins.add(each))
    }
    const plain = text
      .replace(/\p{Cc}/gu, '')
      .replace(/^\][A-Za-z]\w/, '')
      .trim()
    if (plain === '' || plain.length > NUMBER_MAXIMUM) continue
    const product = isProductNumber(plain) ? plain : upcAOf(plain)
    if (product !== null) spellingsOfGtin(product).forEach((each) => found.gtins.add(each))
    const spell = symbology === 'code39' ? spellingsOfCode39 : spellingsOf
    spell(plain).forEach((each) => found.numbers.add(each))
    const mac = macOf(plain)
    if (mac !== null) found.macs.add(mac)
    const [, word = '', value] = labelled.exec(plain) ?? []
    if (value !== undefined)
      found[meanings[word.toLowerCase().replace('/', '')] ?? 'products'].add(value.toLowerCase())
  }
  return {
    numbers: [...found.numbers],
    serials: [...found.serials],
    lots: [...found.lots],
    products: [...found.products, ...found.gtins],
    gtins: [...found.gtins],
    macs: [...found.macs],
    label: contents.reduce<LabelContent | null>(
      (whole, part) => (whole === null ? part : { ...whole, ...part }),
      null,
    ),
  }
}
/** A code and its possible meanings: decoded as UTF-8, or from another keyboard layout if typed. */
function asMeant(code: ScannedCode): ScannedCode[] {
  const others = [
    ...[readUtf8(code.text)].filter((text) => text !== null),
    ...(code.isTyped === true ? readingsOfLayouts(code.text) : []),
  ]
  return [code, ...others.map((text) => ({ text }))]
}
/** Maximum characters. Columns and facts hold no longer numbers. */
const NUMBER_MAXIMUM = 200

/** The text of a Code 39 label without its check character, or null if it has none. */
export function withoutCheckCharacter({ text, symbology }: ScannedCode): string | null {
  const plain = text.trim().toUpperCase()
  return symbology === 'code39' &&
    plain.length > 2 &&
    checkCharacterOf(plain.slice(0, -1)) === plain.at(-1)
    ? plain.slice(0, -1)
    : null
}

type Match = (typeof codeMatches)[number]

export type Values = Readonly<Partial<Record<Match, readonly string[]>>>

export function matchOf(wanted: Wanted, values: Values): { by: Match; value: string } {
  const { numbers, serials, lots, products, macs } = wanted
  const sources: readonly (readonly [Match, Match, readonly string[]])[] = [
    ['number', 'number', [...numbers, ...serials]],
    ['serial', 'serial', [...serials, ...numbers]],
    ['serial', 'fact', serials],
    ['lot', 'fact', lots],
    ['lot', 'lot', [...lots, ...numbers]],
    ['product', 'product', [...products, ...numbers]],
    ['product', 'fact', products],
    ['fact', 'fact', numbers],
  ]
  for (const [by, of, asked] of sources) {
    const value = values[of]?.find((each) => asked.includes(normal(each)))
    if (value !== undefined) return { by, value }
  }
  const mac = values.beacon?.find((each) => macs.includes(each))
  if (mac !== undefined) return { by: 'beacon', value: mac }
  const serial = values.serial?.[0]
  return values.number?.[0] === undefined && serial !== undefined
    ? { by: 'serial', value: serial }
    : { by: 'number', value: values.number?.[0] ?? '' }
}

/** Counts how many of serial number, lot and product agree with the row. */
export function countAgreement({ serials, lots, products }: Wanted, values: Values): number {
  const stored = new Set(Object.values(values).flatMap((each) => each.map(normal)))
  return [serials, lots, products].filter((asked) => asked.some((each) => stored.has(each))).length
}

const normal = (value: string): string => value.trim().toLowerCase()

/** True if the GTINs differ: two products may share a serial or lot number. */
export const isOtherProduct = ({ gtins }: Wanted, gtin: string | null): boolean =>
  gtin !== null && gtins.length > 0 && !gtins.includes(gtin)

export function bestMatches<R>(rows: readonly R[], agreement: (row: R) => number): readonly R[] {
  const most = Math.max(...rows.map(agreement))
  return rows.filter((row) => agreement(row) === most)
}
