import { expect, it } from 'vitest'
import { pixelsOf } from './pixels.ts'

const filled = (bytes: readonly number[]) =>
  Uint8Array.from([...bytes, ...Array<number>(40).fill(0)])
const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
const side = 20_000 // 0x4e20

it('reads how large a PNG is from its head', () => {
  const head = [0x89, ...text('PNG'), 13, 10, 26, 10, 0, 0, 0, 13, ...text('IHDR')]
  expect(pixelsOf(filled([...head, 0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]))).toBe(side * side)
})

it('finds the frame of a JPEG behind what stands before it', () => {
  const head = [0xff, 0xd8, 0xff, 0xe1, 0, 4, 1, 2]
  const frame = [0xff, 0xc2, 0, 11, 8, 0x4e, 0x20, 0x4e, 0x20]
  expect(pixelsOf(filled([...head, ...frame]))).toBe(side * side)
})

it.each([
  ['VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0x1f, 0x4e, 0, 0x1f, 0x4e, 0], side * side],
  ['VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x10, 0x27, 0x10, 0x27], 10_000 * 10_000],
])('reads how large a WebP of %s is', (kind, rest, pixels) => {
  expect(
    pixelsOf(filled([...text('RIFF'), 0, 0, 0, 0, ...text('WEBP'), ...text(kind), ...rest])),
  ).toBe(pixels)
})

it('says nothing of what is no picture', () => {
  expect(pixelsOf(filled(text('%PDF-1.7')))).toBeNull()
  expect(pixelsOf(Uint8Array.of(0xff, 0xd8))).toBeNull()
  expect(pixelsOf(filled([0xff, 0xd8, 0, 0]))).toBeNull()
})
