import { inflateRawSync } from 'node:zlib'
import { badInput } from '#kernel/http/errors.ts'

const MAX_FILES = 500
const MAX_BYTES = 120 * 1024 * 1024
const END = 0x06054b50
const ENTRY = 0x02014b50

/** `broken`: not a readable archive. `tooLarge`: the content exceeds the limit. */
export type Unzipped<T> =
  | {
      entries: T[]
      others: string[]
    }
  | 'broken'
  | 'tooLarge'

export function filesInZip(bytes: Buffer): Unzipped<{ name: string; text: string }> {
  const unzipped = entriesOfZip(bytes, (name) => /\.((geo)?json|osm|xml)$/i.test(name))
  return typeof unzipped === 'string'
    ? unzipped
    : {
        ...unzipped,
        entries: unzipped.entries.map((entry) => ({
          name: entry.name,
          text: textOfBytes(entry.bytes),
        })),
      }
}

export function unpacked<T>(unzipped: Unzipped<T>): Exclude<Unzipped<T>, string> {
  if (unzipped === 'broken')
    throw badInput('body.file', 'brokenArchive', 'The archive cannot be read.')
  if (unzipped === 'tooLarge')
    throw badInput(
      'body.file',
      'tooLarge',
      'What the archive holds is too large: at most 120 MB unpacked.',
    )
  return unzipped
}

export function entriesOfZip(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
): Unzipped<{ name: string; bytes: Buffer }> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || bytes.length < end + 22 || bytes.readUInt32LE(end) !== END) return 'broken'
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  let total = 0
  const entries: { name: string; bytes: Buffer }[] = []
  const others: string[] = []
  for (let index = 0; index < Math.min(count, MAX_FILES); index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return 'broken'
    const [flags, method, packed, size] = [
      bytes.readUInt16LE(at + 8),
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
    ]
    const [nameLength, extra, comment, start] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    at += 46 + nameLength + extra + comment
    if (start + 30 > bytes.length) return 'broken'
    if (total + size > MAX_BYTES) return 'tooLarge'
    if ((flags & 1) === 1) return 'broken' // the entry is encrypted
    if (/(^|\/)(__MACOSX|\.)|\/$|manifest\.json$/i.test(name)) continue
    if (!isWanted(name)) {
      others.push(name)
      continue
    }
    if (method !== 0 && method !== 8) continue
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const raw = bytes.subarray(from, from + packed)
    try {
      // The declared size is untrusted, so the output is measured.
      const plain =
        method === 0
          ? raw
          : inflateRawSync(raw, { maxOutputLength: Math.max(1, MAX_BYTES - total) })
      total += plain.length
      entries.push({ name, bytes: plain })
    } catch (error) {
      return isTooLong(error) ? 'tooLarge' : 'broken'
    }
  }
  return { entries, others }
}

const isTooLong = (error: unknown): boolean =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/** UTF-8, or UTF-16 by byte order mark. */
export function textOfBytes(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? new TextDecoder('utf-16be').decode(bytes)
    : bytes.toString('utf8')
}
