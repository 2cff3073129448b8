import { xmlAttributeIn, tagsIn, tagsOf, withText } from './workbookParts.ts'
import type { Unpacked } from './zipFile.ts'

/** How a style shows a number. Formats that do not change its meaning are `number`. */
export type NumberStyle =
  | { kind: 'number' }
  /** `offset`: from UTC, as this product's exports write it: `yyyy-mm-dd hh:mm:ss" +01:00"`. */
  | { kind: 'date'; offset?: string }
  /** Hours, minutes or seconds beyond a day: `[h]:mm`. */
  | { kind: 'duration'; unit: DurationUnit; hasSeconds: boolean }
  /** Zero-padded, optionally in groups: `00000`, `000-000`. */
  | { kind: 'zeros'; format: string }
  /** With a unit, currency or percent sign: `0.0" bar"`, `#,##0.00 [$€-407]`, `0.0%`. */
  | UnitStyle
export interface UnitStyle {
  kind: 'unit'
  before: string
  after: string
  isPercent: boolean
  decimals: number
  digits: number
}
type DurationUnit = 'h' | 'm' | 's'

/** Built-in date formats (ECMA-376, 18.8.30); 27 and up are East Asian. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const
const BUILT_IN: ReadonlyMap<number, NumberStyle> = new Map<number, NumberStyle>([
  ...BUILT_IN_DATES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_none, index): [number, NumberStyle] => [
      first + index,
      { kind: 'date' },
    ]),
  ),
  [46, { kind: 'duration', unit: 'h', hasSeconds: true }],
  ...[0, 2].map((decimals, index): [number, NumberStyle] => [
    9 + index,
    { kind: 'unit', before: '', after: '%', isPercent: true, decimals, digits: 1 },
  ]),
])

const OFFSET = /^yyyy-mm-dd hh:mm:ss" ([+-]\d\d:\d\d)"$/
/** Runs of zeros longer than a number's digits are not inventory numbers. */
const ZEROS = /^0(?:\\?[- ]?0){1,19}$/

/**
 * Parses a format code. Uses only the first section: the others are for negatives, zero and text.
 */
export function readFormat(code: string): NumberStyle {
  const first = /^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*?(?=;|$)/s.exec(code)?.[0] ?? code
  if (ZEROS.test(first)) return { kind: 'zeros', format: first.replaceAll('\\', '') }
  const duration = /\[(h+|m+|s+)\]/i.exec(first.replaceAll(/"[^"]*"|\\./g, ''))?.[1]?.toLowerCase()
  const letters = first
    // Removes quoted text, escapes, fill and padding characters, colours, locales and conditions.
    .replaceAll(/"[^"]*"?|[\\_*].|\[[^\]]*\]/gs, ' ')
    .replaceAll(/general|e[+-]/gi, ' ')
  if (duration !== undefined)
    return {
      kind: 'duration',
      unit: duration.startsWith('h') ? 'h' : duration.startsWith('m') ? 'm' : 's',
      hasSeconds: /s/i.test(letters) || duration.startsWith('s'),
    }
  // mm:ss.0 shows tenths of a second; any other digit makes it a number.
  const isDate = /[dmyhsegb]/i.test(letters) && !/[0#?]/.test(letters.replaceAll(/s\.0+/gi, 's'))
  if (!isDate) return unitIn(first) ?? { kind: 'number' }
  const [, offset] = OFFSET.exec(first) ?? []
  return offset === undefined ? { kind: 'date' } : { kind: 'date', offset }
}

const LETTER = /[\p{L}\p{Sc}°%‰]/u

/** Quoted text, an escaped character, a currency with its locale, brackets, and padding. */
const PIECES = /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]<>=]*\]|[_*].|([\p{Sc}%])/gsu
const MARK = '\ue000'
const CORE = /[#0?]+(?:,[#0?]+)*(?:\.[#0?]*)?/

/** The unit of a format that has no condition, fraction, exponent or scaling. */
function unitIn(section: string): UnitStyle | null {
  const texts: string[] = []
  const marked = section.replaceAll(
    PIECES,
    (whole, quoted?: string, escaped?: string, currency?: string, bare?: string) => {
      const text = quoted ?? escaped ?? currency ?? bare
      if (text === undefined) return whole.startsWith('[') ? '' : ' '
      texts.push(text)
      return MARK
    },
  )
  const [core = ''] = CORE.exec(marked) ?? []
  const [start = '', ...rest] = core === '' ? [] : marked.split(core)
  const end = rest.join(core)
  if (core === '' || /[^\ue000\s-]/.test(start + end)) return null
  const next = () => texts.shift() ?? ''
  const before = start.replaceAll(MARK, next).trimStart()
  const after = end.replaceAll(MARK, next).trimEnd()
  if (!LETTER.test(before + after)) return null
  const [whole = '', fraction = ''] = core.split('.')
  return {
    kind: 'unit',
    before,
    after,
    isPercent: /%/.test(section.replaceAll(/"[^"]*"|\\./g, '')),
    decimals: fraction.length,
    digits: Math.max(1, whole.replaceAll(/[^0]/g, '').length),
  }
}

const stylesPart = (parts: readonly Unpacked[]) =>
  parts.find(({ name }) => /(?:^|\/)styles\.xml$/.test(name))

export function numberStyles(parts: readonly Unpacked[]): NumberStyle[] {
  const part = stylesPart(parts)
  if (part === undefined) return []
  // A file may define formats below id 164: SheetJS starts at 60.
  const formats = new Map(
    tagsIn(parts, part.name, 'numFmt').map((tag) => [
      xmlAttributeIn(tag, 'numFmtId'),
      readFormat(unescaped(xmlAttributeIn(tag, 'formatCode') ?? '')),
    ]),
  )
  const text = part.bytes.toString('utf8')
  const section = (name: string) =>
    text.split(new RegExp(String.raw`</?(?:\w+:)?${name}\b`))[1] ?? ''
  const tags = (name: string) => [...section(name).matchAll(tagsOf('xf'))].map(([tag]) => tag)
  const base = tags('cellStyleXfs').map((tag) => xmlAttributeIn(tag, 'numFmtId'))
  return tags('cellXfs').map((tag) => {
    const id = xmlAttributeIn(tag, 'numFmtId') ?? base[Number(xmlAttributeIn(tag, 'xfId'))] ?? '0'
    return formats.get(id) ?? BUILT_IN.get(Number(id)) ?? { kind: 'number' }
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
}
const unescaped = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, digits, hex, name) => {
    const code = digits === undefined ? Number.parseInt(hex, 16) : Number(digits)
    return name === undefined
      ? code <= 0x10ffff
        ? String.fromCodePoint(code)
        : ''
      : (ENTITIES[name] ?? whole)
  })

/**
 * Replaces the styles so that the reader recognises dates: each becomes m/d/yy or plain, by
 * `numberStyles`.
 */
export function withNumberStyles(
  parts: readonly Unpacked[],
  styles: readonly NumberStyle[],
): Unpacked[] {
  const part = stylesPart(parts)
  const cells = styles.map(({ kind }) => `<xf numFmtId="${kind === 'date' ? 14 : 0}"/>`).join('')
  const text = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs>${cells}</cellXfs></styleSheet>`
  return parts.map((one) => (one === part ? withText(one, text) : one))
}
