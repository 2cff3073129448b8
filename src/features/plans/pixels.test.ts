import { expect, it } from 'vitest'
import { faultOfProportion, faultOfSize, isVast, sizeOf } from './pixels.ts'

const filled = (bytes: readonly number[]) =>
  Uint8Array.from([...bytes, ...Array<number>(40).fill(0)])
const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
const [side, other] = [20_000, 600] // 0x4e20, 0x0258

it('reads how large a PNG is from its head', () => {
  const head = [0x89, ...text('PNG'), 13, 10, 26, 10, 0, 0, 0, 13, ...text('IHDR')]
  expect(sizeOf(filled([...head, 0, 0, 0x4e, 0x20, 0, 0, 0x02, 0x58]))).toEqual({
    width: side,
    height: other,
  })
})

it('finds the frame of a JPEG behind what stands before it', () => {
  const head = [0xff, 0xd8, 0xff, 0xe1, 0, 4, 1, 2]
  const frame = [0xff, 0xc2, 0, 11, 8, 0x02, 0x58, 0x4e, 0x20]
  expect(sizeOf(filled([...head, ...frame]))).toEqual({ width: side, height: other })
})

it.each([
  ['VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0x1f, 0x4e, 0, 0x57, 0x02, 0], side, other],
  ['VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x10, 0x27, 0x58, 0x02], 10_000, other],
])('reads how large a WebP of %s is', (kind, rest, width, height) => {
  expect(
    sizeOf(filled([...text('RIFF'), 0, 0, 0, 0, ...text('WEBP'), ...text(kind), ...rest])),
  ).toEqual({ width, height })
})

it('says nothing of what is no picture', () => {
  expect(sizeOf(filled(text('%PDF-1.7')))).toBeNull()
  expect(sizeOf(Uint8Array.of(0xff, 0xd8))).toBeNull()
  expect(sizeOf(filled([0xff, 0xd8, 0, 0]))).toBeNull()
})

it.each([
  [20_000, 1, 'tooSmall'],
  [1, 20_000, 'tooSmall'],
  [49, 60, 'tooSmall'],
  [50, 2_000, null],
  [50, 2_001, 'tooLong'],
  [20_000, 499, 'tooLong'],
  [14_000, 10_000, null],
])('a picture of %d × %d pixels is of use or not: %s', (width, height, fault) =>
  expect(faultOfSize({ width, height })).toBe(fault),
)

it('a picture is too much for a browser by its pixels, whatever its sides', () => {
  expect([side, other].map((height) => isVast({ width: side, height }))).toEqual([true, false])
})

it('a page is judged by how long it is alone, as it has no pixels', () => {
  expect(faultOfProportion({ width: 40, height: 30 })).toBeNull()
  expect(faultOfProportion({ width: 3, height: 600 })).toBe('tooLong')
})
