/** Labels are drawn as bars and read back by the reader of the scan page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule as prepareReader } from 'barcode-detector/ponyfill'
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readFullAscii } from '#contract/rules/fullAscii.ts'
import { readPicture } from '../src/features/scan/detector.ts'

const require = createRequire(import.meta.url)
const program = (file: string) => ({
  overrides: { wasmBinary: new Uint8Array(readFileSync(require.resolve(file))).buffer },
})

beforeAll(() => {
  // What the reader takes of a browser when it is given plain pixels.
  vi.stubGlobal(
    'ImageData',
    class {
      constructor(
        readonly data: Uint8ClampedArray,
        readonly width: number,
        readonly height: number,
      ) {}
    },
  )
  vi.stubGlobal('DOMRectReadOnly', class {})
  prepareReader(program('zxing-wasm/reader/zxing_reader.wasm'))
  prepareWriter(program('zxing-wasm/writer/zxing_writer.wasm'))
})
afterAll(() => vi.unstubAllGlobals())

const SCALE = 2
const QUIET = 24
type Format = NonNullable<Parameters<typeof writeBarcode>[1]>['format']

/** The label in black and white, with a quiet zone around it. */
async function draw(text: string, format: Format): Promise<ImageData> {
  const { error, symbol } = await writeBarcode(text, { format })
  if (error !== '' || symbol === null) throw new Error(`${text}: ${error}`)
  const width = symbol.width * SCALE + 2 * QUIET
  const height = symbol.height * SCALE + 2 * QUIET
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < symbol.height * SCALE; y += 1)
    for (let x = 0; x < symbol.width * SCALE; x += 1) {
      const value = symbol.data[Math.floor(y / SCALE) * symbol.width + Math.floor(x / SCALE)] ?? 255
      pixels.fill(
        value,
        ((y + QUIET) * width + x + QUIET) * 4,
        ((y + QUIET) * width + x + QUIET) * 4 + 3,
      )
    }
  return new ImageData(pixels, width, height)
}
const scan = async (text: string, format: Format) => readPicture(await draw(text, format))

describe('A label in Code 39', () => {
  it.each([
    'AHU/B2',
    'VAV+C1',
    'VAV-C1',
    '+A123BJC5D6E71G',
    '+H123ABC/$$52001',
    'R 7.2',
    '100%',
    '$M',
  ])('is read as it is printed: %s', async (text) =>
    expect(await scan(text, 'Code39Std')).toEqual({ text, isCode39: true }),
  )

  it('of six digits is read as them, 200 times of 200', async () => {
    const numbers = Array.from({ length: 200 }, (_none, index) => String(100_001 + index * 4_493))
    const read: (string | null)[] = []
    for (const number of numbers) read.push((await scan(number, 'Code39Std')).text)
    expect(read).toEqual(numbers)
  })

  it.each(['vav-c1', 'Ahu"2', 'Pump #7', 'a/b:c_d@e', 'https://plantroom.example/equipment/12'])(
    'in Full ASCII says it as its second spelling: %s',
    async (text) => {
      const read = await scan(text, 'Code39Ext')
      expect(read.isCode39).toBe(true)
      expect(readFullAscii(read.text ?? '')).toBe(text)
    },
  )
})

it.each([
  ['QRCode', 'https://plantroom.example/equipment/12'],
  ['DataMatrix', 'IP-112'],
  ['Code128', 'vav+c1'],
  ['EAN13', '4006381333931'],
  ['EAN8', '96385074'],
  ['ITF', '00123456'],
] as const)('A label in %s is read as it is, and is not Code 39', async (format, text) =>
  expect(await scan(text, format)).toEqual({ text, isCode39: false }),
)
