/**
 * Labels as an interpreter of ZPL prints them (zebrash 1.32), read by the reader of the scan page.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  dotsInMillimetre,
  labelCodes,
  labelSheets,
  labelSizes,
  labelsOnSheet,
  printerResolutions,
} from '#contract/rules/labels.ts'
import type { Modules } from '#entities/labels/modules.ts'
import { pixelsOf, prepareLabelReader, printedZpl, textsOn } from './labelReader.ts'
import * as encoders from '../src/features/labels/barcodes.ts'
import { codeBox } from '../src/features/labels/drawLabel.ts'
import { codeLabel } from '../src/features/labels/labelCode.ts'
import { bytesInRow, zplLabel, type Picture } from '../src/features/labels/zpl.ts'

beforeAll(prepareLabelReader)

function blank(width: number, height: number): Picture {
  return { width, height, bits: new Uint8Array(bytesInRow(width) * height) }
}
function blacken({ width, bits }: Picture, x: number, y: number): void {
  const at = y * bytesInRow(width) + (x >> 3)
  bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
}

/** The code only: text needs a browser (e2e/labels.spec.ts). */
function withCode(modules: Modules, size: (typeof labelSizes)[number], dots: number): Picture {
  const { label } = labelSheets[size]
  const picture = blank(Math.round(label.width * dots), Math.round(label.height * dots))
  const box = codeBox(modules, size, { dots, isRtl: false })
  for (let y = 0; y < box.height; y += 1)
    for (let x = 0; x < box.width; x += 1) {
      const row = modules.rows === 1 ? 0 : Math.floor(y / box.module)
      if (modules.isDark(Math.floor(x / box.module), row))
        blacken(picture, box.left + x, box.top + y)
    }
  return picture
}

const label = {
  id: 1,
  url: 'https://plantroom.example.org/equipment/1234567',
  name: 'Pump',
  number: 'IP-112/7',
  place: null,
}
/** Only the coarsest resolution, because finer ones take the interpreter seconds. */
const coarsest = ['203'] as const
const singles = labelSizes.filter((size) => labelsOnSheet(size) === 1)

describe('a ZPL file', () => {
  it('prints any picture dot by dot', async () => {
    const pictures = fc.record({
      width: fc.integer({ min: 1, max: 12 }).map((bytes) => bytes * 8),
      height: fc.integer({ min: 1, max: 20 }),
      row: fc.array(fc.constantFrom(0, 0, 0, 0xff, 0xff, 0x0f, 0x5a), { minLength: 240 }),
    })
    await fc.assert(
      fc.asyncProperty(pictures, async ({ width, height, row }) => {
        const picture = blank(width, height)
        picture.bits.set(row.slice(0, picture.bits.length))
        const { data } = await pixelsOf(
          await printedZpl(zplLabel(picture), { width, height, dots: 8 }),
        )
        const black = Array.from({ length: width * height }, (_none, at) => data[at * 4] === 0)
        const sent = black.map((_none, at) => {
          const [x, y] = [at % width, Math.floor(at / width)]
          return ((picture.bits[y * bytesInRow(width) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
        })
        expect(black).toEqual(sent)
      }),
      { numRuns: 30 },
    )
  })

  it.each(singles)('of size %s has codes that are read, at each resolution', async (size) => {
    for (const code of labelCodes)
      for (const dpi of size === 'label51x25' ? printerResolutions : coarsest) {
        const { modules, lack } = codeLabel(label, { code, size, encoders })
        expect(lack).toBeNull()
        const dots = dotsInMillimetre[dpi]
        const picture = withCode(modules, size, dots)
        const zpl = zplLabel(picture)
        expect(zpl.length).toBeLessThan(60_000)
        const read = await textsOn(await printedZpl(zpl, { ...picture, dots }))
        expect([code, dpi, read]).toEqual([
          code,
          dpi,
          [code === 'code128' ? label.number : label.url],
        ])
      }
  })
})

describe('a label in Code 128', () => {
  it.each([
    [null, 'noNumber'],
    ['  ', 'noNumber'],
    ['Č-7', 'signs'],
    ['IP-112-A-LONG-NUMBER', 'tooLong'],
    ['1234567890123456', null],
    ['IP-112', null],
  ] as const)('with the number %s has a QR code because of: %s', (number, lack) => {
    const coded = codeLabel({ ...label, number }, { code: 'code128', size: 'roll62', encoders })
    expect(coded.lack).toBe(lack)
    expect(coded.modules.rows === 1).toBe(lack === null)
  })
})
