/** A sheet of 60 labels of 12 kinds, drawn by two encoders, read as pictures and looked up. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { readPicture } from '../src/features/scan/detector.ts'
import { drawnByBwipp, drawnByZint, type ZintFormat } from './drawnLabels.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import { pixelsOf, prepareLabelReader } from './labelReader.ts'
import type { TestApp } from './testApp.ts'

let testApp: TestApp
let token: string

const GTIN = '09506000134352'
const ways = [
  {},
  { turned: 90 },
  { turned: 180, blurred: 0.8 },
  { blurred: 0.8 },
  { scale: 2 }, // two dots a module: a small label at 200 dpi
] as const
type Way = { turned?: number; blurred?: number; scale?: number }

const linear = { height: 12 }
const byBwipp = (bcid: string, text: (serial: string) => string, others: object = {}) => ({
  name: bcid,
  draw: (serial: string, way: Way) => drawnByBwipp(bcid, text(serial), { ...way, others }),
})
const byZint = (format: ZintFormat) => ({
  name: String(format),
  async draw(serial: string, { turned = 0, blurred = 0, scale = 3 }: Way) {
    const { data, width, height } = await drawnByZint(serial, format, scale)
    const image = sharp(Buffer.from(data), { raw: { width, height, channels: 4 } }).rotate(turned)
    return pixelsOf(await (blurred === 0 ? image : image.blur(blurred)).png().toBuffer())
  },
})
const gs1 = (serial: string) => `(01)${GTIN}(21)${serial}(17)261231`
const link = (serial: string) => `https://id.gs1.org/01/${GTIN}/21/${serial}?17=261231`
const hibc = (serial: string) => `A99912345/$+${serial}`
const kinds = [
  byBwipp('gs1datamatrix', gs1),
  byBwipp('gs1qrcode', gs1),
  byBwipp('gs1-128', gs1, linear),
  byBwipp('databarexpanded', gs1, linear),
  byBwipp('gs1dlqrcode', link),
  byBwipp('hibcdatamatrix', hibc),
  byBwipp('hibcqrcode', hibc),
  byZint('QRCode'),
  byZint('DataMatrix'),
  byZint('Code128'),
  byZint('Code39Std'),
  byZint('Aztec'),
]
const sheet = kinds.flatMap((kind, row) =>
  ways.map((way, column) => ({ kind, way, serial: `S${row + 10}K${column}7` })),
)

beforeAll(async () => {
  const made = await openTestAppWithFixtures()
  ;({ testApp, token } = made)
  prepareLabelReader()
  for (const { serial } of sheet)
    await testApp.ok(token, contract.equipment.createEquipment, {
      body: {
        typeId: made.fixtures.equipmentType ?? 0,
        name: `Piece ${serial}`,
        serialNumber: serial,
      },
    })
})
afterAll(() => testApp.close())

it('a sheet of 60 labels of 12 kinds, some turned, blurred or small, finds the piece of each', async () => {
  expect(sheet).toHaveLength(60)
  const found: string[] = []
  for (const { kind, way, serial } of sheet) {
    const codes = await readPicture(await kind.draw(serial, way))
    const { rows } = await testApp.ok(token, contract.search.findByCodes, {
      body: { codes: codes.length === 0 ? [{ text: 'nothing read' }] : codes },
    })
    found.push(`${kind.name} ${JSON.stringify(way)}: ${rows.map(({ name }) => name).join(', ')}`)
  }
  expect(found).toEqual(
    sheet.map(({ kind, way, serial }) => `${kind.name} ${JSON.stringify(way)}: Piece ${serial}`),
  )
})
