/**
 * Unpacks a zip archive within limits and repacks it without compression, so that the next reader
 * sees only checked bytes.
 */
import { inflateRawSync } from 'node:zlib'
import { badInput } from '#kernel/http/errors.ts'

const LIMITS = { entries: 2_000, unpacked: 100 * 1024 * 1024 } as const

const MARK = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const

export interface Unpacked {
  name: string
  crc: number
  bytes: Buffer
}

const unreadable = () =>
  badInput('body.file', 'unreadable', 'The file is damaged: it cannot be unpacked.')
export const tooLarge = () =>
  badInput(
    'body.file',
    'unpacksTooLarge',
    `The file unpacks to more than ${LIMITS.unpacked / 1024 / 1024} MB; split it.`,
  )

/** Returns the entries that `wanted` selects. Declared sizes are checked, not trusted. */
export function unzip(bytes: Buffer, wanted: (name: string) => boolean): Unpacked[] {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > LIMITS.entries || at === 0xffffffff) throw tooLarge()
  const found: { name: string; crc: number; packed: Buffer; method: number }[] = []
  const names = new Set<string>()
  let declared = 0
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== MARK.entry) throw unreadable()
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    if (wanted(name)) {
      declared += bytes.readUInt32LE(at + 24)
      if (declared > LIMITS.unpacked) throw tooLarge()
      if (names.has(name)) throw unreadable()
      names.add(name)
      found.push({
        name,
        crc: bytes.readUInt32LE(at + 16),
        method: bytes.readUInt16LE(at + 10),
        packed: packedAt(bytes, bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20)),
      })
    }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  let left: number = LIMITS.unpacked
  return found.map(({ name, crc, method, packed }) => {
    const unpacked = unpack(packed, method, left)
    left -= unpacked.length
    return { name, crc, bytes: unpacked }
  })
}

function endOf(bytes: Buffer): number {
  // A comment of at most 64 KB may follow it.
  for (let at = bytes.length - 22; at >= 0 && at >= bytes.length - 22 - 0xffff; at -= 1)
    if (bytes.readUInt32LE(at) === MARK.end) return at
  throw unreadable()
}

function packedAt(bytes: Buffer, at: number, size: number): Buffer {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== MARK.local) throw unreadable()
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (start + size > bytes.length) throw unreadable()
  return bytes.subarray(start, start + size)
}

function unpack(packed: Buffer, method: number, maximum: number): Buffer {
  if (method === 0) {
    if (packed.length > maximum) throw tooLarge()
    return packed
  }
  if (method !== 8) throw unreadable()
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maximum) })
  } catch (error) {
    const isLarge = error instanceof RangeError
    throw isLarge ? tooLarge() : unreadable()
  }
}

export function zip(entries: readonly Unpacked[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, crc, bytes } of entries) {
    const letters = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2) // names are UTF-8
    facts.writeUInt32LE(crc, 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(letters.length, 22)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(MARK.entry, 0)
    entry.writeUInt16LE(20, 4)
    facts.copy(entry, 6)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, letters)
    const head = Buffer.alloc(4)
    head.writeUInt32LE(MARK.local, 0)
    parts.push(head, facts, letters, bytes)
    at += 30 + letters.length + bytes.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(MARK.end, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}
