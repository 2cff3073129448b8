import { delimiters, type Delimiter, type Encoding } from '#contract/importReading.ts'
import type { Language } from '#contract/languages.ts'
import { badInput } from '#kernel/http/errors.ts'
import { decode, encodingOf } from './encodings.ts'

export function textOf(
  bytes: Uint8Array,
  said?: Encoding,
  reader?: Language,
): { text: string; encoding: Encoding } {
  const encoding = said ?? byMark(bytes) ?? withoutMark(bytes, reader)
  let text: string
  try {
    // Undecodable bytes are shown as such, so that the user can choose another encoding.
    text = decode(encoding, bytes, { fatal: encoding.startsWith('utf') })
  } catch {
    throw badInput('body.file', 'badEncoding', 'The file is not text of this encoding.')
  }
  const nul = text.indexOf('\u0000')
  if (nul >= 0)
    throw badInput(
      'body.file',
      'badEncoding',
      `There is a NUL byte in line ${text.slice(0, nul).split('\n').length}; this is not a text file.`,
    )
  if (said === undefined && encoding.startsWith('windows') && noText.test(text.slice(0, 64 * 1024)))
    throw badInput('body.file', 'badEncoding', 'This is not a text file.')
  return { text, encoding }
}

const noText = /[\u0001-\u0008\u000e-\u0019\u001b-\u001f\u007f]/

function byMark(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined
}

function withoutMark(bytes: Uint8Array, reader: Language | undefined): Encoding {
  const wide = wideOf(bytes)
  if (wide !== undefined) return wide
  return isWhole('utf-8', bytes) ? 'utf-8' : encodingOf(bytes, reader)
}

/**
 * UTF-16 text in any language has digits, separators and line ends, whose high bytes are zero and
 * all on one side.
 */
function wideOf(bytes: Uint8Array): Encoding | undefined {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined
  const part = bytes.subarray(0, 64 * 1024)
  let first = 0
  let second = 0
  for (const [index, byte] of part.entries())
    if (byte === 0) {
      if (index % 2 === 0) first += 1
      else second += 1
    }
  if (Math.max(first, second) < part.length / 40 || Math.min(first, second) > 0) return undefined
  const encoding = first > second ? 'utf-16be' : 'utf-16le'
  return isWhole(encoding, bytes) ? encoding : undefined
}

function isWhole(encoding: Encoding, bytes: Uint8Array): boolean {
  try {
    decode(encoding, bytes, { fatal: true })
    return true
  } catch {
    return false
  }
}

/** `sep=;`, which Excel writes and reads as the first line of a CSV file. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|[\r\n])/i

export const withoutSeparatorLine = (text: string): string => text.replace(SEPARATOR_LINE, '')

export function firstLine(text: string): { line: string; row: number } {
  const empty = /^[\s,;|]*[\r\n]/.exec(text)?.[0] ?? ''
  const line = text.slice(empty.length)
  return {
    line: line.slice(0, line.search(/[\r\n]|$/)),
    row: empty.split(/\r\n|[\r\n]/).length,
  }
}

const LINES = 30

/**
 * Finds the separator that divides the most lines into equally many cells, outside quotes. Ties go
 * to the most frequent in the first line.
 */
export function delimiterOf(text: string): Delimiter {
  const said = SEPARATOR_LINE.exec(text)?.[1]
  const found = delimiters.find((delimiter) => delimiter === said)
  if (found !== undefined) return found
  const lines = text
    .slice(0, 64 * 1024)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
  return delimiters
    .map((delimiter) => ({ delimiter, ...divided(lines, delimiter) }))
    .reduce((best, each) =>
      each.alike > best.alike || (each.alike === best.alike && each.first > best.first)
        ? each
        : best,
    ).delimiter
}

function divided(lines: readonly string[], delimiter: Delimiter) {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const columns = line.split(delimiter).length
    if (columns > 1) counts.set(columns, (counts.get(columns) ?? 0) + 1)
  }
  return [...counts].reduce(
    (best, [columns, alike]) =>
      alike > best.alike || (alike === best.alike && columns > best.columns)
        ? { ...best, columns, alike }
        : best,
    { columns: 0, alike: 0, first: lines[0]?.split(delimiter).length ?? 0 },
  )
}
