import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readVenueFile } from './inThread.ts'
import { filesInZip, textOfBytes } from './zip.ts'

interface Entry {
  name: string
  bytes: Buffer
  method?: number
  flags?: number
  says?: number
}

function zipOf(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, bytes, method = 8, flags = 0, says = bytes.length } of entries) {
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(flags, 8)
    head.writeUInt16LE(method, 10)
    head.writeUInt32LE(packed.length, 20)
    head.writeUInt32LE(says, 24)
    head.writeUInt16LE(name.length, 28)
    head.writeUInt32LE(at, 42)
    locals.push(local, Buffer.from(name), packed)
    central.push(head, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, ...central, end])
}

describe('an archive of plans', () => {
  it('gives its plans, packed or not, and nothing of what a Mac leaves behind', () => {
    const files = filesInZip(
      zipOf([
        { name: 'imdf/unit.geojson', bytes: Buffer.from('{}') },
        { name: 'level.json', bytes: Buffer.from('[]'), method: 0 },
        { name: '__MACOSX/unit.geojson', bytes: Buffer.from('x') },
        { name: 'manifest.json', bytes: Buffer.from('{}') },
        { name: 'readme.txt', bytes: Buffer.from('x') },
      ]),
    )
    expect(files).toEqual({
      entries: [
        { name: 'imdf/unit.geojson', text: '{}' },
        { name: 'level.json', text: '[]' },
      ],
      others: ['readme.txt'],
    })
  })
  it('that would unpack to more than a building is refused as too large, also if it lies about its size', () => {
    const bomb = Buffer.alloc(130 * 1024 * 1024, 32)
    expect(filesInZip(zipOf([{ name: 'a.json', bytes: bomb }]))).toBe('tooLarge')
    expect(filesInZip(zipOf([{ name: 'a.json', bytes: bomb, says: 2 }]))).toBe('tooLarge')
    const half = Buffer.alloc(70 * 1024 * 1024, 32)
    expect(
      filesInZip(
        zipOf([
          { name: 'a.json', bytes: half, says: 2 },
          { name: 'b.json', bytes: half, says: 2 },
        ]),
      ),
    ).toBe('tooLarge')
  })
  it('that is whole and too large is refused with that reason', async () => {
    const bytes = zipOf([{ name: 'a.json', bytes: Buffer.from('{}'), says: 600 * 1024 * 1024 }])
    await expect(readVenueFile({ name: 'a.zip', bytes })).rejects.toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ code: 'tooLarge' })] }),
    )
  })
  it('that is locked, cut off or not an archive is refused', () => {
    const good = zipOf([{ name: 'a.json', bytes: Buffer.from('{}') }])
    expect(filesInZip(zipOf([{ name: 'a.json', bytes: Buffer.from('{}'), flags: 1 }]))).toBe(
      'broken',
    )
    expect(filesInZip(good.subarray(20))).toBe('broken')
    expect(filesInZip(Buffer.from('PK and nothing else'))).toBe('broken')
  })
})

it('the text reader of plans reads any encoding by its first bytes', () => {
  expect(textOfBytes(Buffer.from('\ufeffעברית', 'utf16le'))).toContain('עברית')
  expect(textOfBytes(Buffer.from('čeština'))).toBe('čeština')
})
