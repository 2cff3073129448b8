/** The bytes of a text file into its text, by what they look like or as the person says. */
import type { Delimiter, Encoding } from '#contract/imports.ts'
import type { Language } from '#contract/languages.ts'
import { badInput } from '#kernel/http/errors.ts'
import { encodingOf } from './encodings.ts'

/** `reader`: the language of who brings it, which decides where the bytes do not. */
export function textOf(
  bytes: Uint8Array,
  said?: Encoding,
  reader?: Language,
): { text: string; encoding: Encoding } {
  const encoding = said ?? byMark(bytes) ?? withoutMark(bytes, reader)
  let text: string
  try {
    // What a code page has no letter for is shown as such, for the person to choose another.
    text = new TextDecoder(encoding, { fatal: encoding.startsWith('utf') }).decode(bytes)
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
  // Neither Unicode nor any text at all: a picture, a program.
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
 * UTF-16 has digits, separators and line ends in any language: their upper halves are zeros, all on
 * one side.
 */
function wideOf(bytes: Uint8Array): Encoding | undefined {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined
  const part = bytes.subarray(0, 64 * 1024)
  let first = 0
  let second = 0
  for (const [place, byte] of part.entries())
    if (byte === 0) {
      if (place % 2 === 0) first += 1
      else second += 1
    }
  if (Math.max(first, second) < part.length / 40 || Math.min(first, second) > 0) return undefined
  const encoding = first > second ? 'utf-16be' : 'utf-16le'
  return isWhole(encoding, bytes) ? encoding : undefined
}

function isWhole(encoding: Encoding, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The first line that has anything in it besides separators, and which of all it is. */
export function firstLine(text: string): { line: string; row: number } {
  const empty = /^[\s,;]*[\r\n]/.exec(text)?.[0] ?? ''
  const line = text.slice(empty.length)
  return {
    line: line.slice(0, line.search(/[\r\n]|$/)),
    row: empty.split(/\r\n|[\r\n]/).length,
  }
}

/** The separator that this line has most of, outside of quotes: comma, semicolon or tab. */
export function delimiterOf(text: string): Delimiter {
  const first = firstLine(text)
    .line.slice(0, 10_000)
    .replaceAll(/"[^"]*"/g, '')
  const counts = ([',', ';', '\t'] as const).map((delimiter) => ({
    delimiter,
    count: first.split(delimiter).length,
  }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}
