import { describe, expect, it } from 'vitest'
import { sheetXml, xlsxOf } from '#tests/xlsx.ts'
import { linesOf as csvOf } from './csvLines.ts'
import { readSheet } from './xlsxFile.ts'

const linesOf = async (bytes: Buffer) =>
  csvOf((await readSheet(bytes, undefined)).cells).split('\n')

describe('the sheet that an import reads', () => {
  it('is the first visible one with rows, however many hidden ones come before it', async () => {
    const sheets = {
      'Lists > "old"': [['code'], ['x']],
      Notes: [],
      Pumps: [['name'], ['Pump']],
    }
    const hidden = ['Lists > "old"']
    const { reading, cells } = await readSheet(xlsxOf(sheets, [], { hidden }), undefined)
    expect(reading.sheet).toBe('Pumps')
    expect(csvOf(cells)).toBe('name\nPump')
    expect(reading.sheets.map(({ name }) => name)).toEqual(Object.keys(sheets))
    const asked = await readSheet(xlsxOf(sheets, [], { hidden }), 'Lists > "old"')
    expect(csvOf(asked.cells)).toBe('code\nx')
  })

  it('is a hidden one if no other has rows', async () => {
    const bytes = xlsxOf({ Notes: [], Data: [['name'], ['Pump']] }, [], { hidden: ['Data'] })
    expect((await readSheet(bytes, undefined)).reading.sheet).toBe('Data')
  })
})

describe('a sheet that is a chart', () => {
  it('is left out, and the sheets after it are read', async () => {
    const bytes = xlsxOf({ Lists: [['x'], ['y']], Pumps: [['name'], ['Pump']] }, [], {
      charts: ['Cost'],
      hidden: ['Lists'],
    })
    const { reading, cells } = await readSheet(bytes, undefined)
    expect(reading).toMatchObject({
      sheet: 'Pumps',
      sheets: [{ name: 'Lists' }, { name: 'Pumps' }],
    })
    expect(csvOf(cells)).toBe('name\nPump')
  })

  it('alone makes a workbook without rows', async () =>
    expect((await readSheet(xlsxOf({}, [], { charts: ['Cost'] }), undefined)).cells).toEqual([]))
})

describe('a workbook whose dates count from 1904', () => {
  it.each(['1', 'true', 'TRUE'])('is known by date1904="%s"', async (isOf1904) => {
    const rows = [
      ['day', 'time'],
      [
        { value: 44_624, style: 1 },
        { value: 0.5, style: 1 },
      ],
    ]
    expect((await linesOf(xlsxOf({ One: rows }, [], { isOf1904 })))[1]).toBe('2026-03-05,12:00:00')
  })
  it('has the right day in a time with an offset, and says so for numbers without a format', async () => {
    const file = xlsxOf({ One: [['at'], [{ value: 44_624.5, style: 2 }]] }, [], {
      isOf1904: true,
      formats: ['yyyy-mm-dd hh:mm:ss" +01:00"'],
    })
    const { cells, reading } = await readSheet(file, undefined)
    expect(cells[1]).toEqual(['2026-03-05T12:00:00+01:00'])
    expect(reading.isFrom1904).toBe(true)
  })
  it.each(['0', 'false'])('is not meant by date1904="%s"', async (isOf1904) => {
    const rows = [['day'], [{ value: 46_086, style: 1 }]]
    expect((await linesOf(xlsxOf({ One: rows }, [], { isOf1904 })))[1]).toBe('2026-03-05')
  })
})

describe('a date format of the file', () => {
  it.each([60, 50, 14, 5, 1, 99, 164])(
    'decides under the id %d, whatever Excel means by that id',
    async (firstFormat) => {
      const formats = ['yyyy-mm-dd', '0.0', 'General']
      const rows = [['a', 'b', 'c'], [2, 3, 4].map((style) => ({ value: 46_086, style }))]
      expect((await linesOf(xlsxOf({ One: rows }, [], { formats, firstFormat })))[1]).toBe(
        '2026-03-05,46086,46086',
      )
    },
  )
})

describe('a cell of a workbook', () => {
  const read = async (cell: string) => {
    const sheet = sheetXml([
      ['a', 'b'],
      ['', 'end'],
    ]).replace(/<c r="A2".*?<\/c>/, cell)
    return (await linesOf(xlsxOf({ One: sheet })))[1]
  }
  it.each([
    ['14:30:00', '14:30:00'],
    ['14:30', '14:30:00'],
    ['2026-03-05', '2026-03-05'],
    ['2026-03-05T00:00:00', '2026-03-05'],
    ['2026-03-05T14:30:00.000Z', '2026-03-05T14:30:00'],
    ['P1DT2H', 'P1DT2H'],
  ])('of ISO 8601, %s, is read as %s', async (value, written) =>
    expect(await read(`<c r="A2" s="1" t="d"><v>${value}</v></c>`)).toBe(`${written},end`),
  )
  it.each(['s', 'str', 'b', 'd', 'e', 'inlineStr', 'n'])(
    'of the type %s without a value is empty',
    async (type) => {
      expect(await read(`<c r="A2" t="${type}"/>`)).toBe(',end')
      expect(await read(`<c r="A2" t="${type}"></c>`)).toBe(',end')
      if (type !== 'inlineStr') expect(await read(`<c r="A2" t="${type}"><v></v></c>`)).toBe(',end')
    },
  )
  it('holds yes and no however they are written', async () =>
    expect(await read('<c r="A2" t="b"><v>true</v></c>')).toBe('true,end'))
  it.each(['&#128512;', '&#x1F600;', '&#55357;&#56832;', '😀'])(
    'keeps a character beyond the first 65,536, written as %s',
    async (written) =>
      expect(await read(`<c r="A2" t="inlineStr"><is><t>a${written}b</t></is></c>`)).toBe(
        'a😀b,end',
      ),
  )
})

describe('a duration in a workbook', () => {
  it.each([
    ['[h]:mm', 125.5 / 24, '125:30'],
    ['[hh]:mm:ss', 125.5 / 24, '125:30:00'],
    ['[h]:mm', 30 / 86_400, '00:00:30'],
    ['[mm]:ss', 0.0625, '90:00'],
    ['[ss]', 0.0625, '5400'],
    ['[h]:mm', -0.0625, '-01:30'],
  ])('of the format %s is read as it is shown', async (format, value, shown) => {
    const bytes = xlsxOf({ One: [['a'], [{ value, style: 2 }]] }, [], { formats: [format] })
    expect((await linesOf(bytes))[1]).toBe(shown)
  })
})

describe('a time in a workbook', () => {
  const formats = ['yyyy-mm-dd hh:mm', 'hh:mm']
  const read = async (value: number, isOf1904 = false) =>
    (await linesOf(xlsxOf({ One: [['at'], [{ value, style: 2 }]] }, [], { formats, isOf1904 })))[1]

  it.each([
    [45292.604166666664, '2024-01-01T14:30:00'],
    [45292.999999999, '2024-01-02'],
    [45292, '2024-01-01'],
    [0.5, '12:00:00'],
    [0.604166666666667, '14:30:00'],
    [0, '00:00:00'],
    [1.5, '1899-12-31T12:00:00'],
    [2958465.5, '9999-12-31T12:00:00'],
  ])('of %d is read as %s', async (serial, written) => expect(await read(serial)).toBe(written))

  it.each([
    99_999_999,
    2_958_466,
    -5,
    -800_000.5,
    100_000_000,
    123_456_789_012,
    -1e8,
    1e8 + 0.5,
    1e22,
  ])('stays the number %d, for which Excel shows no day either', async (serial) => {
    expect(await read(serial)).toBe(String(serial))
    expect(await read(serial, true)).toBe(String(serial))
  })

  it('is read where days are counted from 1904, too', async () => {
    expect(await read(0.5, true)).toBe('12:00:00')
    expect(await read(43830.604166666664, true)).toBe('2024-01-01T14:30:00')
  })
})

it('a number with a unit is read as it is shown, with all its digits', async () => {
  const formats = ['0%', '#,##0.00\\ [$€-407]', '"$"#,##0.00', '0.0" bar & <m>"', '[h]:mm']
  const cells = [0.125, 1234.5, -0.075, 3.456, 125.5 / 24].map((value, index) => ({
    value,
    style: index + 2,
  }))
  const [, line] = await linesOf(
    xlsxOf({ One: [['a', 'b', 'c', 'd', 'e'], cells] }, [], { formats }),
  )
  expect(line).toBe('12.5%,1234.50 €,-$0.075,3.456 bar & <m>,125:30')
})

describe('a number that is shown with leading zeros', () => {
  const formats = ['00000', '000\\-000', '0.00', '"No" 000', '0']
  const read = async (...cells: { value: number; style: number }[]) =>
    (await linesOf(xlsxOf({ One: [['no'], cells] }, [], { formats })))[1]

  it('is read as it is shown', async () => {
    expect(await read({ value: 42, style: 2 }, { value: 42, style: 3 })).toBe('00042,000-042')
    expect(await read({ value: 1234567, style: 2 }, { value: 1234567, style: 3 })).toBe(
      '1234567,1234-567',
    )
  })

  it('stays the number if it is shown otherwise', async () => {
    expect(
      await read({ value: 42, style: 4 }, { value: 42, style: 5 }, { value: 42, style: 6 }),
    ).toBe('42,No 042,42')
    expect(await read({ value: -42, style: 2 }, { value: 4.2, style: 2 })).toBe('-42,4.2')
  })

  it('is read so if a formula gives it, and its neighbours stay as they are', async () => {
    const sheet = sheetXml([['no'], ['čerpadlo', { value: 7, style: 2 }, true]]).replace(
      '<v>7</v>',
      '<f>3+4</f><v>7</v>',
    )
    const [, line] = await linesOf(xlsxOf({ One: sheet }, [], { formats }))
    expect(line).toBe('čerpadlo,00007,true')
  })
})
