/** What a workbook says of itself that the reader of its cells keeps to itself. */
import { crc32 } from 'node:zlib'
import type { Unpacked } from './zipFile.ts'

/** In a tag, also a `>` in quotes; a `<` stands nowhere in one. */
const ATTRIBUTES = String.raw`\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*`
const tagsOf = (name: string) => new RegExp(String.raw`<(?:\w+:)?${name}${ATTRIBUTES}>`, 'g')

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined)

function tagsIn(parts: readonly Unpacked[], part: string, name: string): string[] {
  const text = parts.find((one) => one.name === part)?.bytes.toString('utf8') ?? ''
  return [...text.matchAll(tagsOf(name))].map(([tag]) => tag)
}

/** Of each sheet, in the order of the workbook, whether Excel shows it. */
export const shownSheets = (parts: readonly Unpacked[]): boolean[] =>
  tagsIn(parts, 'xl/workbook.xml', 'sheet').map(
    (tag) => !/^(very)?hidden$/i.test(attribute(tag, 'state') ?? ''),
  )

/** The day that a time without one stands on, which the reader counts as it does any other. */
export const dayZeroOf = (parts: readonly Unpacked[]): number =>
  tagsIn(parts, 'xl/workbook.xml', 'workbookPr').some((tag) => attribute(tag, 'date1904') === '1')
    ? Date.UTC(1904, 0, 1)
    : Date.UTC(1899, 11, 30)

/** Only zeros, perhaps in groups; more of them than numbers have digits are no inventory number. */
const ZEROS = /^0(?:\\?[- ]?0){1,19}$/

/** The styles that show a number with zeros before it, each with how it is shown. */
function zerosByStyle(parts: readonly Unpacked[]): ReadonlyMap<string, string> {
  const part = parts.find(({ name }) => /(?:^|\/)styles\.xml$/.test(name))
  const zeros = new Map<string, string>()
  if (part === undefined) return zeros
  const formats = new Map(
    tagsIn(parts, part.name, 'numFmt').map((tag) => [
      attribute(tag, 'numFmtId'),
      attribute(tag, 'formatCode')?.split(';')[0] ?? '',
    ]),
  )
  // The styles of cells stand between these two; those that they are made from look the same.
  const [, styles = ''] = part.bytes.toString('utf8').split(/<\/?(?:\w+:)?cellXfs\b/)
  for (const [index, [tag]] of [...styles.matchAll(tagsOf('xf'))].entries()) {
    const format = formats.get(attribute(tag, 'numFmtId')) ?? ''
    if (ZEROS.test(format)) zeros.set(String(index), format.replaceAll('\\', ''))
  }
  return zeros
}

/** 42 as `00000` shows it: the digits from the right, what is left of them before the first. */
function shownAs(format: string, digits: string): string {
  const left = digits.padStart(format.replaceAll(/\D/g, '').length, '0').split('')
  const shown = [...format].reverse().map((one) => (one === '0' ? left.pop() : one))
  return left.join('') + shown.reverse().join('')
}

/** A cell with a number in it, which a formula may have given. */
const NUMBER =
  /(<((?:\w+:)?)c)(\s[^<>]*[^<>/])(>(?:<\2f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\2f>))?<\2v>)([-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)(?=<\/\2v>)/g
const STYLE = /\ss\s*=\s*["'](\d+)["']/

/**
 * Numbers that Excel shows with zeros before them become the texts that people read there: 00042 is
 * an inventory number, and another one than 42.
 */
export function withZeros(parts: readonly Unpacked[]): Unpacked[] {
  const zeros = zerosByStyle(parts)
  if (zeros.size === 0) return [...parts]
  return withNumbers(parts, (digits, facts) => {
    const format = zeros.get(STYLE.exec(facts)?.[1] ?? '')
    if (format === undefined || !/^\d+$/.test(digits)) return null
    const others = facts.replace(/\st\s*=\s*["']n["']/, '')
    return { facts: `${others} t="str"`, text: shownAs(format, digits) }
  })
}

/** Farther from day zero no day is kept by the reader: it would make nothing of the cell. */
const FARTHEST_DAY = 10_000_000

/** Numbers that are no day, whatever their style says, stay numbers. */
export const withVastNumbers = (parts: readonly Unpacked[]): Unpacked[] =>
  withNumbers(parts, (text, facts) =>
    Math.abs(Number(text)) < FARTHEST_DAY ? null : { facts: facts.replace(STYLE, ''), text },
  )

/** `other`: what becomes of a number in a cell of a style; null: it stays. */
function withNumbers(
  parts: readonly Unpacked[],
  other: (text: string, facts: string) => { facts: string; text: string } | null,
): Unpacked[] {
  return parts.map((part) => {
    // Byte by byte, whatever its letters are.
    const before = part.bytes.toString('latin1')
    const after = before.replaceAll(
      NUMBER,
      (whole, open: string, _prefix: string, facts: string, between: string, text: string) => {
        const now = /\st\s*=\s*["'](?!n["'])/.test(facts) ? null : other(text, facts)
        return now === null ? whole : `${open}${now.facts}${between}${now.text}`
      },
    )
    if (after === before) return part
    const bytes = Buffer.from(after, 'latin1')
    return { name: part.name, crc: crc32(bytes), bytes }
  })
}
