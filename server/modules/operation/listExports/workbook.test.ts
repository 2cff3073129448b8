import readWorkbook from 'read-excel-file/node'
import { expect, it } from 'vitest'
import type { ExportCell } from '#kernel/data/exportSource.ts'
import { tableOfCells } from '../imports/csvFile.ts'
import { readSheet } from '../imports/xlsxFile.ts'
import { unzip } from '../imports/zipFile.ts'
import { workbookStream, type WorkbookOrder } from './workbook.ts'

async function* batchesOf(rows: ExportCell[][], size = 2) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

async function written(rows: ExportCell[][], order: Partial<WorkbookOrder> = {}): Promise<Buffer> {
  const parts: Buffer[] = []
  const stream = workbookStream({
    headings: rows[0]?.map((_, index) => `Column ${index}`) ?? ['Column 0'],
    batches: batchesOf(rows),
    zone: 'Europe/Prague',
    isRightToLeft: false,
    words: {
      sheet: 'Equipment',
      longTexts: { sheet: 'Long texts', headings: ['Cell', 'From', 'Text'] },
    },
    now: new Date('2026-11-29T12:00:00Z'),
    ...order,
  })
  for await (const chunk of stream) parts.push(chunk as Buffer)
  return Buffer.concat(parts)
}
const xmlOf = (bytes: Buffer, name: string): string =>
  unzip(bytes, (one) => one === name)[0]?.bytes.toString() ?? ''

it('a workbook holds numbers, days and wall times as such, with the offset in their format', async () => {
  const bytes = await written([
    [
      12.5,
      true,
      { day: '2026-11-29' },
      { at: Date.parse('2026-11-29T12:00:30Z') },
      { at: Date.parse('2026-07-01T12:00:00Z') },
      { day: '1850-01-01' },
    ],
  ])
  const [sheet] = await readWorkbook(bytes)
  const rounded = sheet?.data[1]?.map((cell: unknown) =>
    cell instanceof Date ? new Date(Math.round(+cell / 1000) * 1000) : cell,
  )
  expect(rounded).toEqual([
    12.5,
    true,
    new Date('2026-11-29T00:00:00Z'),
    new Date('2026-11-29T13:00:30Z'),
    new Date('2026-07-01T14:00:00Z'),
    '1850-01-01',
  ])
  expect(xmlOf(bytes, 'xl/styles.xml')).toContain('yyyy-mm-dd hh:mm:ss&quot; +01:00&quot;')
  expect(xmlOf(bytes, 'xl/styles.xml')).toContain('yyyy-mm-dd hh:mm:ss&quot; +02:00&quot;')
})

it('a workbook freezes its heading and runs from right to left for Hebrew and Arabic', async () => {
  const rows: ExportCell[][] = [['משאבה']]
  const view = (bytes: Buffer) =>
    /<sheetViews>.*<\/sheetViews>/.exec(xmlOf(bytes, 'xl/worksheets/sheet1.xml'))?.[0]
  expect(view(await written(rows))).toContain('ySplit="1"')
  expect(view(await written(rows))).not.toContain('rightToLeft')
  expect(view(await written(rows, { isRightToLeft: true }))).toContain('rightToLeft="1"')
})

it('a workbook continues on a second sheet past its rows, under the same heading', async () => {
  const rows = Array.from({ length: 7 }, (_, index): ExportCell[] => [index])
  const sheets = await readWorkbook(await written(rows, { maxRows: 4 }))
  expect(sheets.map(({ sheet, data }) => [sheet, data.map(([cell]) => cell)])).toEqual([
    ['Equipment', ['Column 0', 0, 1, 2]],
    ['Equipment 2', ['Column 0', 3, 4, 5]],
    ['Equipment 3', ['Column 0', 6]],
  ])
  expect(await readWorkbook(await written(rows.slice(0, 3), { maxRows: 4 }))).toHaveLength(1)
  expect((await readWorkbook(await written([])))[0]?.data).toEqual([['Column 0']])
})

it('a workbook keeps every text whole: formulas, control characters, escapes, and beyond a cell', async () => {
  const texts = [
    '=1+1',
    '+420 1',
    '@SUM(A1)',
    "'=1",
    'a;=b',
    '\t=x',
    'tab\tand line\nbreak',
    ' edge ',
    'carriage\rreturn',
    '_x0041_',
    '<a & "b">',
    '\u0007',
    '😀',
  ]
  const bytes = await written([texts])
  const { cells } = await readSheet(bytes, undefined)
  const { rows } = tableOfCells(cells)
  expect(rows[0]?.cells).toEqual(texts)
  // Excel would run the text only after an edit, and not with this style.
  expect(xmlOf(bytes, 'xl/worksheets/sheet1.xml')).toMatch(/<c r="A2" s="2" t="inlineStr">/)

  const long = 'é😀'.repeat(25_000)
  const sheets = await readWorkbook(await written([['short', long]]))
  const shown = String(sheets[0]?.data[1]?.[1])
  expect(shown.length).toBeLessThanOrEqual(32_767)
  expect(shown.endsWith('…')).toBe(true)
  expect(sheets[1]?.sheet).toBe('Long texts')
  const parts = sheets[1]?.data.slice(1) ?? []
  expect(parts.map(([cell]) => cell)).toEqual(parts.map(() => 'Equipment!B2'))
  expect(parts.map(([, , text]) => text).join('')).toBe(long)
})
