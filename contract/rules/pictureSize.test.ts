import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PictureSizeReader, sizeOf } from './pictureSize.ts'

const filled = (bytes: readonly number[]) =>
  Uint8Array.from([...bytes, ...Array<number>(40).fill(0)])
const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
const [side, other] = [20_000, 600] // 0x4e20, 0x0258
const is = { width: side, height: other }

const pngHead = [0x89, ...text('PNG'), 13, 10, 26, 10]
const ihdr = [0, 0, 0, 13, ...text('IHDR'), 0, 0, 0x4e, 0x20, 0, 0, 0x02, 0x58]
const frame = [0xff, 0xc2, 0, 11, 8, 0x02, 0x58, 0x4e, 0x20]

it('sizeOf() reads a PNG from its header', () => {
  expect(sizeOf(filled([...pngHead, ...ihdr]))).toEqual(is)
})

it('sizeOf() reads a PNG of Apple’s tools, whose first chunk is another', () => {
  const apple = [0, 0, 0, 4, ...text('CgBI'), 1, 2, 3, 4, 5, 6, 7, 8]
  expect(sizeOf(filled([...pngHead, ...apple, ...ihdr]))).toEqual(is)
})

it.each([
  ['other segments', [0xff, 0xe1, 0, 4, 1, 2]],
  ['markers without a length', [0xff, 0xd0, 0xff, 0x01]],
  ['fill bytes', [0xff, 0xff, 0xff]],
  ['bytes that decoders pass over', [7, 7, 7, 0xff, 0, 7]],
  [
    'a segment longer than a header usually is',
    [0xff, 0xe2, 0xff, 0xff, ...Array<number>(65_533).fill(7)],
  ],
])('sizeOf() finds the frame of a JPEG behind %s', (_what, before) => {
  expect(sizeOf(filled([0xff, 0xd8, ...before, ...frame]))).toEqual(is)
})

it.each([
  ['VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0x1f, 0x4e, 0, 0x57, 0x02, 0], side, other],
  ['VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x10, 0x27, 0x58, 0x02], 10_000, other],
])('sizeOf() reads a WebP of %s', (kind, rest, width, height) => {
  expect(
    sizeOf(filled([...text('RIFF'), 0, 0, 0, 0, ...text('WEBP'), ...text(kind), ...rest])),
  ).toEqual({ width, height })
})

it('sizeOf() takes the first frame of a GIF if it is larger than the screen', () => {
  const screen = [...text('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]
  const comment = [0x21, 0xfe, 2, 65, 65, 0]
  const image = [0x2c, 0, 0, 0, 0, 0x20, 0x4e, 0x58, 0x02]
  expect(sizeOf(filled([...screen, ...comment, ...image]))).toEqual(is)
})

it.each([
  ['a PDF', filled(text('%PDF-1.7'))],
  ['a JPEG cut short', Uint8Array.of(0xff, 0xd8)],
  ['a JPEG whose data begins without a frame', filled([0xff, 0xd8, 0xff, 0xda, 0, 4])],
  ['a PNG cut short', Uint8Array.from([...pngHead, 0, 0])],
  ['nothing', new Uint8Array(0)],
])('sizeOf() says nothing of %s', (_what, bytes) => expect(sizeOf(bytes)).toBeNull())

it('sizeOf() gives the same for any division of the bytes, and always ends', () => {
  const starts = [
    [0xff, 0xd8],
    pngHead,
    text('GIF89a'),
    [...text('RIFF'), 0, 0, 0, 0, ...text('WEBP')],
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...starts),
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 1, max: 40 }),
      (start, rest, step) => {
        const bytes = Uint8Array.from([...start, ...rest])
        const reader = new PictureSizeReader()
        for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step))
        expect(reader.size).toEqual(sizeOf(bytes))
      },
    ),
  )
})
