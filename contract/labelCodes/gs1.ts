import { hasCheckDigit } from './checkDigit.ts'
import { identifiers } from './gs1Identifiers.ts'

export interface Element {
  /** The application identifier, two to four digits. */
  ai: string
  value: string
}

export const SEPARATOR = '\u001d'
/** Identifiers that follow a variable-length value on labels of equipment and supplies. */
const FOLLOWING = ['10', '11', '15', '16', '17', '21', '30', '240']
const DATES = new Set(['11', '12', '13', '15', '16', '17'])
/** Maximum readings of one text whose separators were lost. */
const READINGS_MAXIMUM = 12
const STEPS_MAXIMUM = 1_000

/** Null if the text is not a whole element string. */
export function elementsOf(text: string): Element[] | null {
  const elements: Element[] = []
  let at = 0
  while (at < text.length) {
    if (text[at] === SEPARATOR && elements.length > 0) {
      at += 1
      continue
    }
    const begun = identifierAt(text, at)
    if (begun === null) return null
    const { ai, fixedLength, value: pattern } = begun
    const from = at + ai.length
    const separator = text.indexOf(SEPARATOR, from)
    const end = separator < 0 ? text.length : separator
    const until = fixedLength === null ? end : Math.min(from + fixedLength, end)
    const value = text.slice(from, until)
    if (!pattern.test(value) || !isPossible(ai, value)) return null
    elements.push({ ai, value })
    at = until
  }
  return elements.length === 0 ? null : elements
}

/**
 * Some typing scanners leave the separators out. Then a variable-length value may end before any
 * known identifier. The first reading follows the standard.
 */
export function readingsOf(text: string): Element[][] {
  const readings: Element[][] = []
  let steps = 0
  const readFrom = (at: number, before: readonly Element[]): void => {
    steps += 1
    if (readings.length >= READINGS_MAXIMUM || steps > STEPS_MAXIMUM) return
    if (at === text.length) {
      if (before.length > 0) readings.push([...before])
      return
    }
    const begun = identifierAt(text, at)
    if (begun === null) return
    const { ai, fixedLength, value: pattern } = begun
    const from = at + ai.length
    const ends = fixedLength === null ? [text.length, ...endsIn(text, from)] : [from + fixedLength]
    for (const end of ends) {
      const value = text.slice(from, end)
      if (end > text.length || !pattern.test(value) || !isPossible(ai, value)) continue
      if (before.some((each) => each.ai === ai)) continue
      readFrom(end, [...before, { ai, value }])
    }
  }
  readFrom(0, [])
  return readings
}

const endsIn = (text: string, from: number): number[] =>
  Array.from(
    { length: Math.max(0, text.length - from - 1) },
    (_none, index) => from + 1 + index,
  ).filter((end) => FOLLOWING.some((ai) => text.startsWith(ai, end)))

/**
 * Parses the form printed below a symbol: (01)09506000134352(21)12345. Values may contain brackets.
 */
export function parseBracketed(text: string): Element[] | null {
  if (!/^\(\d{2,4}\)/.test(text)) return null
  const elements: Element[] = []
  for (const part of text.split(/(?=\(\d{2,4}\))/)) {
    const [, ai = '', value = ''] = /^\((\d{2,4})\)([^]*)$/.exec(part) ?? []
    const known = identifiers.get(ai)
    const last = elements.at(-1)
    if (known !== undefined && known.value.test(value.trim()) && isPossible(ai, value.trim()))
      elements.push({ ai, value: value.trim() })
    else if (last === undefined) return null
    else last.value += part
  }
  return elements
}

/** Names that Digital Link 1.1 allowed in place of numbers. */
const names: Readonly<Record<string, string>> = { gtin: '01', ser: '21', lot: '10', cpv: '22' }
const KEYS = new Set('00 01 253 255 401 402 414 417 8003 8004 8006 8010 8013 8017 8018'.split(' '))

/**
 * Parses a Digital Link; null if the address is not one. The host does not matter, because the link
 * is not opened.
 */
export function digitalLinkOf(url: URL): Element[] | null {
  const segments = url.pathname.split('/').filter((each) => each !== '')
  const start = segments.findIndex(
    (each, index) => KEYS.has(names[each] ?? each) && (segments.length - index) % 2 === 0,
  )
  if (start < 0) return null
  const pairs: [string, string][] = []
  for (let at = start; at < segments.length; at += 2)
    pairs.push([segments[at] ?? '', decoded(segments[at + 1] ?? '')])
  pairs.push(...url.searchParams)
  const elements = pairs
    .map(([name, value]) => ({ ai: names[name] ?? name, value }))
    .map(({ ai, value }) => ({ ai, value: ai === '01' ? value.padStart(14, '0') : value }))
    .filter(({ ai, value }) => identifiers.get(ai)?.value.test(value) && isPossible(ai, value))
  return elements.some(({ ai }) => KEYS.has(ai)) ? elements : null
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function identifierAt(text: string, at: number) {
  for (const length of [2, 3, 4]) {
    const ai = text.slice(at, at + length)
    const known = identifiers.get(ai)
    if (known !== undefined && ai.length === length) return { ai, ...known }
  }
  return null
}

/** Checks a value: a date needs a valid month, a GTIN its check digit. */
function isPossible(ai: string, value: string): boolean {
  if (DATES.has(ai)) return /^\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(value)
  return ai !== '01' || hasCheckDigit(value)
}
