/** Labels are drawn by two encoders and read back by the reader of the scan page. */
import { beforeAll, describe, expect, it } from 'vitest'
import { readLabel } from '#contract/labelCodes/readLabel.ts'
import { readFullAscii } from '#contract/rules/fullAscii.ts'
import { readPicture } from '../src/features/scan/detector.ts'
import { drawnByBwipp, drawnByZint, type ZintFormat } from './drawnLabels.ts'
import { prepareLabelReader } from './labelReader.ts'

beforeAll(prepareLabelReader)

const scan = async (text: string, format: ZintFormat) =>
  readPicture(await drawnByZint(text, format))
const scanText = async (text: string, format: ZintFormat) =>
  (await scan(text, format))[0]?.text ?? ''

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
    expect(await scan(text, 'Code39Std')).toEqual([{ text, symbology: 'code39' }]),
  )

  it('of six digits is read as them, 200 times of 200', async () => {
    const numbers = Array.from({ length: 200 }, (_none, index) => String(100_001 + index * 4_493))
    const read: string[] = []
    for (const number of numbers) read.push(await scanText(number, 'Code39Std'))
    expect(read).toEqual(numbers)
  })

  it.each(['vav-c1', 'Ahu"2', 'Pump #7', 'a/b:c_d@e', 'https://plantroom.example/equipment/12'])(
    'in Full ASCII says it as its second spelling: %s',
    async (text) => {
      expect(readFullAscii(await scanText(text, 'Code39Ext'))).toBe(text)
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
  expect(await scan(text, format)).toEqual([{ text }]),
)

const GTIN = '09506000134352'
const gs1 = `(01)${GTIN}(21)SER-77(17)261231`
const content = { standard: 'gs1', gtin: GTIN, serial: 'SER-77', expiresOn: '2026-12-31' }
const linear = { height: 12 }
const kinds: readonly (readonly [bcid: string, text: string, others: object, expected: object])[] =
  [
    ['gs1datamatrix', gs1, {}, content],
    ['gs1qrcode', gs1, {}, content],
    ['gs1-128', gs1, linear, content],
    ['databarexpanded', gs1, linear, content],
    ['gs1dldatamatrix', `https://id.gs1.org/01/${GTIN}/21/SER-77?17=261231`, {}, content],
    ['gs1dlqrcode', `https://id.gs1.org/01/${GTIN}/21/SER-77?17=261231`, {}, content],
    ['hibccode128', 'A123BJC5D6E71', linear, { standard: 'hibc', catalogueNumber: 'BJC5D6E7' }],
    [
      'hibcdatamatrix',
      'A99912345/$$3261231LOT1/S77',
      {},
      {
        standard: 'hibc',
        catalogueNumber: '1234',
        lot: 'LOT1',
        expiresOn: '2026-12-31',
        serial: '77',
      },
    ],
    [
      'hibcazteccode',
      'A99912345/$+SN7',
      {},
      { standard: 'hibc', catalogueNumber: '1234', serial: 'SN7' },
    ],
    [
      'hibcpdf417',
      'A99912345/$LOT1',
      {},
      { standard: 'hibc', catalogueNumber: '1234', lot: 'LOT1' },
    ],
  ]

describe('A label of a manufacturer', () => {
  it.each(kinds)('in %s is read whole: %s', async (bcid, text, others, expected) => {
    // The rows of PDF417 are read only if they are nearly level.
    const tilted = bcid.endsWith('pdf417') ? [] : [{ turned: 7 }]
    for (const how of [{}, { turned: 90 }, ...tilted, { blurred: 0.8 }, { scale: 2 }]) {
      const codes = await readPicture(await drawnByBwipp(bcid, text, { ...how, others }))
      expect([how, codes.map((code) => readLabel(code.text, '2026-11-29')[0])]).toEqual([
        how,
        [expected],
      ])
    }
  })

  it.each([
    ['upca', '036000291452', '0036000291452'],
    ['upce', '01234565', '0012345000065'],
    ['ean13', '4006381333931', '4006381333931'],
    ['ean8', '96385074', '96385074'],
    ['azteccode', 'IP-112', 'IP-112'],
    ['pdf417', 'IP-112', 'IP-112'],
    ['code39', 'IP-112', 'IP-112'],
    ['code128', 'ip-112', 'ip-112'],
    ['qrcode', 'Čerpadlo 7', 'Čerpadlo 7'],
    ['itf14', '09506000134352', '09506000134352'],
  ])('in %s of a second encoder is read as it is: %s', async (bcid, text, expected) => {
    const others = /code39|128|ean|upc|itf/.test(bcid) ? linear : {}
    for (const how of [{}, { turned: 180 }, { blurred: 0.8 }])
      expect((await readPicture(await drawnByBwipp(bcid, text, { ...how, others })))[0]?.text).toBe(
        expected,
      )
  })

  it('with several codes side by side is read with all of them', async () => {
    const [left, right] = await Promise.all([
      drawnByBwipp('code128', 'REF BJC5', { others: linear }),
      drawnByBwipp('code128', 'SN 4711', { others: linear }),
    ])
    const width = Math.max(left.width, right.width)
    const pixels = new Uint8ClampedArray(width * (left.height + right.height) * 4).fill(255)
    for (const [part, from] of [
      [left, 0],
      [right, left.height],
    ] as const)
      for (let y = 0; y < part.height; y += 1)
        pixels.set(
          part.data.subarray(y * part.width * 4, (y + 1) * part.width * 4),
          (from + y) * width * 4,
        )
    const codes = await readPicture(new ImageData(pixels, width, left.height + right.height))
    expect(codes.map(({ text }) => text).toSorted()).toEqual(['REF BJC5', 'SN 4711'])
  })
})
