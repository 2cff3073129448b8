import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import { DOCUMENT_PIXELS, PICTURE_PIXELS, pixelsOf, sizeOf } from '#contract/rules/pictureSize.ts'
import { pngOf } from '#tests/pictures.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { makeThreads } from '#kernel/work/threads.ts'
import { picturesOf } from './pictures.ts'
import { scalePicture } from './scale.ts'

const threads = makeThreads()
afterAll(() => threads.close())

async function drawn(stored: readonly Buffer[]): Promise<Map<number, Uint8Array>> {
  const kernel = {
    files: { get: (key: string) => Promise.resolve(Readable.from([stored[Number(key)]])) },
    threads,
    log: { warn: () => undefined },
  } as unknown as Pick<Kernel, 'files' | 'threads' | 'log'>
  const kept = stored.map((bytes, index) => ({
    id: index,
    storageKey: String(index),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  const pictures = await picturesOf(kernel, 1 as Id<'company'>, kept)
  return new Map(pictures.map(({ id, bytes }) => [id, bytes]))
}
const pixels = (bytes: Uint8Array | undefined): number => {
  const size = bytes === undefined ? null : sizeOf(bytes)
  return size === null ? Number.NaN : pixelsOf(size)
}

it('the PDF’s pictures scale a stored PNG beyond the limit instead of leaving it out', async () => {
  const vast = await pngOf(8_000, 5_500)
  expect(pixels(vast)).toBeGreaterThan(PICTURE_PIXELS)
  const pictures = await drawn([vast])
  expect(sizeOf(pictures.get(0) ?? new Uint8Array())).toEqual({ width: 1_600, height: 1_100 })
})

it('the PDF’s pictures follow the header of a PNG, whatever its data holds beyond', async () => {
  const lying = await pngOf(4_000, 10, 2_000)
  const pictures = await drawn([lying])
  expect(sizeOf(pictures.get(0) ?? new Uint8Array())).toEqual({ width: 1_600, height: 4 })
})

it('the PDF’s pictures take JPEGs as they are until the pixels of one document are used up, and scale the rest', async () => {
  const jpeg = Buffer.from(await jpegOf(await pngOf(1_200, 1_000)))
  const claimed = (width: number, height: number) => withSize(jpeg, width, height)
  const pictures = await drawn([claimed(6_000, 6_000), claimed(6_000, 3_000), jpeg])
  expect(pixels(pictures.get(0))).toBe(36_000_000)
  // The result has the pixels of the data, 1.2 million, or is missing if unreadable.
  expect(pixels(pictures.get(1)) || 0).toBeLessThanOrEqual(2_000_000)
  expect(pixels(pictures.get(2))).toBe(1_200_000)
  const sum = [...pictures.values()].reduce((all, bytes) => all + pixels(bytes), 0)
  expect(sum).toBeLessThanOrEqual(DOCUMENT_PIXELS)
})

it('the PDF’s pictures leave out what cannot be decoded, and draw the others', async () => {
  const pictures = await drawn([
    Buffer.from('\x89PNG\r\n\x1a\n, and no picture'),
    await pngOf(3, 2),
  ])
  expect([...pictures.keys()]).toEqual([1])
})

async function jpegOf(png: Buffer): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return sharp(await scalePicture(png))
    .jpeg()
    .toBuffer()
}

function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(height, at + 5)
  changed.writeUInt16BE(width, at + 7)
  return changed
}
