import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { ImportJob } from '#contract/imports.ts'
import { isLongForm } from '#tests/longForm.ts'
import { importOver } from '#tests/longJobs.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { sheetXml, xlsxOf, zipOf } from '#tests/xlsx.ts'

let testApp: TestApp
let token: string
const { auth, imports } = contract

beforeAll(async () => {
  testApp = await openTestApp()
  token = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

const upload = async (bytes: string | Buffer, name = 'file.csv') => {
  const answer = await testApp.upload(token, '/api/imports?kind=equipment', name, bytes)
  return { ...answer, body: answer.body as ImportJob }
}

describe('an imported text file', () => {
  it('of Windows-1255 with semicolons is recognised, and read otherwise on request', async () => {
    const bytes = Buffer.from([
      0xf9, 0xed, 0x3b, 0xf1, 0xe5, 0xe2, 0x0a, 0xee, 0xf9, 0xe0, 0xe1, 0xe4, 0x3b, 0xf6, 0xe9,
      0xe5, 0xe3, 0x0a,
    ])
    const { body } = await upload(bytes)
    expect(body).toMatchObject({
      reading: { format: 'csv', encoding: 'windows-1255', delimiter: ';' },
      headings: ['שם', 'סוג'],
      sample: [['משאבה', 'ציוד']],
    })
    const again = await testApp.call(token, imports.rereadImport, {
      params: { id: body.id },
      body: { encoding: 'windows-1251', delimiter: ',' },
    })
    expect(again.body).toMatchObject({
      reading: { encoding: 'windows-1251', delimiter: ',' },
      headings: ['щн;сев'],
      rowCount: 1,
    })
    const wrong = await testApp.call(token, imports.rereadImport, {
      params: { id: body.id },
      body: { encoding: 'utf-8' },
    })
    expect(wrong.status).toBe(400)
  })

  it('of a word or two is read as the importer’s language', async () => {
    // שם,סוג / A-1,מנוע: also plausible as Cyrillic.
    const bytes = Buffer.from('f9ed2cf1e5e20a412d312ceef0e5f20a', 'hex')
    const readAs = async (language: 'he' | 'en') => {
      await testApp.call(token, auth.setLanguage, { body: { language } })
      return (await upload(bytes)).body.reading
    }
    expect(await readAs('he')).toMatchObject({ encoding: 'windows-1255' })
    expect(await readAs('en')).toMatchObject({ encoding: 'windows-1251' })
  })

  it('of UTF-16 without a mark is read', async () => {
    const { body } = await upload(Buffer.from('asset no\tname\nW-1\tНасос\n', 'utf16le'))
    expect(body).toMatchObject({
      reading: { encoding: 'utf-16le', delimiter: '\t' },
      sample: [['W-1', 'Насос']],
    })
  })
})

describe('an imported file with title rows', () => {
  it('keeps them as a note, and is read from another row on request', async () => {
    const file = 'sep=;\nRegister of pumps;;\nname;asset no;type\nPump;T-1;Pump\nFan;T-2;Fan\n'
    const { body } = await upload(file)
    expect(body).toMatchObject({
      headings: ['name', 'asset no', 'type'],
      rowCount: 2,
      reading: {
        delimiter: ';',
        heading: { first: 3, last: 3 },
        above: ['Register of pumps'],
        top: [{ row: 2, text: 'Register of pumps' }, { row: 3 }, { row: 4 }, { row: 5 }],
      },
    })
    const again = await testApp.call(token, imports.rereadImport, {
      params: { id: body.id },
      body: { delimiter: ';', heading: { first: 3, last: 4 } },
    })
    expect(again.body).toMatchObject({
      headings: ['name – Pump', 'asset no – T-1', 'type – Pump'],
      rowCount: 1,
      reading: { heading: { first: 3, last: 4 } },
    })
    await testApp.call(token, imports.checkImport, {
      params: { id: body.id },
      body: { mapping: { ...again.body.mapping, columns: ['name', 'equipmentId', 'type'] } },
    })
    expect((await importOver(testApp, token, body.id)).preview).toMatchObject([{ row: 5 }])
  })
})

describe('a file that is named .xls', () => {
  it('and is a web page gives its table', async () => {
    const page =
      '<table><tr><th>Asset no</th><th>Name</th></tr><tr><td>H-1</td><td>Čerpadlo</td></tr></table>'
    const { body } = await upload(page, 'export.xls')
    expect(body).toMatchObject({
      reading: { format: 'markup', heading: { first: 1, last: 1 } },
      headings: ['Asset no', 'Name'],
      sample: [['H-1', 'Čerpadlo']],
    })
  })

  it.each([
    ['{"rows":[{"name":"Pump"}]}', 'isJson'],
    ['<?xml version="1.0"?><rows><row name="Pump"/></rows>', 'noTable'],
  ])('and is another format is refused with a reason: %s', async (text, code) => {
    const { status, body } = await upload(text, 'export.xls')
    expect([status, (body as unknown as { errors: { code: string }[] }).errors[0]?.code]).toEqual([
      400,
      code,
    ])
  })
})

describe('an imported workbook', () => {
  it('gives the first sheet with rows, its dates as ISO, and another one when asked', async () => {
    const { body, status } = await upload(
      xlsxOf({
        Notes: [],
        Pumps: [
          ['asset no', 'name', 'bought', 'power'],
          ['E-1', 'Pump, "one"', new Date('2026-03-01'), 12.5],
          [null, null, null, null],
          ['E-2', 'Насос', new Date('2026-03-02T10:30:00Z'), true],
        ],
        Beds: [['name'], ['Bed']],
      }),
      'file.xlsx',
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      reading: {
        format: 'xlsx',
        sheet: 'Pumps',
        sheets: [
          { name: 'Notes', rows: 0 },
          { name: 'Pumps', rows: 2 },
          { name: 'Beds', rows: 1 },
        ],
      },
      rowCount: 2,
      sample: [
        ['E-1', 'Pump, "one"', '2026-03-01', '12.5'],
        ['E-2', 'Насос', '2026-03-02T10:30:00', 'true'],
      ],
    })
    const beds = await testApp.call(token, imports.rereadImport, {
      params: { id: body.id },
      body: { sheet: 'Beds' },
    })
    expect(beds.body).toMatchObject({ headings: ['name'], rowCount: 1 })
    const none = await testApp.call(token, imports.rereadImport, {
      params: { id: body.id },
      body: { sheet: 'Chairs' },
    })
    expect(none.body).toMatchObject({ errors: [{ code: 'unknownSheet' }] })
  })

  const refused = async (bytes: Buffer, code: string) => {
    const answer = await upload(bytes, 'file.xlsx')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path: 'body.file', code }] })
    expect((await testApp.call(token, imports.listImports, { body: {} })).status).toBe(200)
  }
  const zeros = Buffer.alloc(300 * 1024 * 1024)

  it('that says how large it unpacks is refused before it is unpacked', () =>
    refused(zipOf([{ name: 'xl/workbook.xml', text: zeros }]), 'unpacksTooLarge'))
  it('that hides how large it unpacks is refused while it is unpacked', () =>
    refused(zipOf([{ name: 'xl/workbook.xml', text: zeros, declared: 100 }]), 'unpacksTooLarge'))
  it('with a cell far away is refused', () =>
    refused(
      xlsxOf({ One: sheetXml([['name']]).replace('r="A1"', 'r="XFD1048576"') }),
      'sheetTooLarge',
    ))
  it('with a million empty rows is refused', () =>
    refused(
      xlsxOf({
        One: `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${Array.from(
          { length: 1_000_000 },
          (_, index) => `<row r="${index + 1}"/>`,
        ).join('')}</sheetData></worksheet>`,
      }),
      'sheetTooLarge',
    ))
  it('with too many columns is refused', () =>
    refused(xlsxOf({ One: [Array.from({ length: 501 }, () => 'x'), ['1']] }), 'sheetTooLarge'))
  it('whose cells share one long text, and come to more than is read, is refused', () =>
    refused(
      xlsxOf(
        {
          One: sheetXml([['name']]).replace(
            '</sheetData>',
            `${Array.from(
              { length: 20_000 },
              (_, index) => `<row r="${index + 2}"><c r="A${index + 2}" t="s"><v>0</v></c></row>`,
            ).join('')}</sheetData>`,
          ),
        },
        ['x'.repeat(30_000)],
      ),
      'unpacksTooLarge',
    ))
  it('that is another archive, or damaged, is refused', async () => {
    await refused(zipOf([{ name: 'word/document.xml', text: '<a/>' }]), 'unreadable')
    await refused(xlsxOf({ One: [['a'], ['b']] }).subarray(0, 400), 'unreadable')
    await refused(zipOf([{ name: 'xl/workbook.xml', text: 'no xml <' }]), 'unreadable')
  })
  it('of old Excel is refused with what to do', () =>
    refused(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'oldExcel'))
})

/** The long form uses the maximum number; a fifth takes the same paths in batches. */
const MANY = isLongForm ? 100_000 : 20_000

describe(`an import of ${MANY} sensors`, () => {
  const lines = Array.from({ length: MANY }, (_, index) => `S-${index},Nothing,NaN`)
  const give = async (text: string) => {
    const answer = await testApp.upload(token, '/api/imports?kind=sensors', 'sensors.csv', text)
    return { ...answer, body: answer.body as ImportJob }
  }

  it('with a NUL byte is refused with a sentence, and nothing is stored', async () => {
    const before = (await testApp.call(token, imports.listImports, { body: {} })).body.count
    const bad = lines.with(MANY - 1_000, 'S-99000\u0000,Nothing,2')
    const answer = await give(['device,type,low', ...bad, ''].join('\n'))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path: 'body.file', code: 'badEncoding' }] })
    const after = (await testApp.call(token, imports.listImports, { body: {} })).body.count
    expect(after).toBe(before)
  })

  it('with faults in each row reports all of them', async () => {
    const { body } = await give(['device,type,low', ...lines, ''].join('\n'))
    const one = { params: { id: body.id } }
    await testApp.call(token, imports.checkImport, { ...one, body: { mapping: body.mapping } })
    const job = await importOver(testApp, token, body.id)
    expect(job).toMatchObject({ status: 'checked', failed: MANY, faultCount: 2 * MANY })
    expect(job.faults.slice(0, 2)).toMatchObject([
      { row: 2, column: 'low', code: 'notANumber', value: 'NaN' },
      { row: 2, column: 'type', code: 'unknownType' },
    ])
    const file = await testApp.call(token, imports.getFailedRows, one)
    expect(String(file.body).trim().split('\r\n')).toHaveLength(MANY + 1)
  })
})

it('numbers in an import may have the digits and signs of Arabic and Persian, as in the form', async () => {
  const file = 'name,latitude,longitude\nNorth,٥٠٫٥,۱۴٫۲۵\nSouth,"-33,5",151.2\nNowhere,٥٠٫٥٫٥,1\n'
  const answer = await testApp.upload(token, '/api/imports?kind=locations', 'file.csv', file)
  const body = answer.body as ImportJob
  const one = { params: { id: body.id } }
  await testApp.call(token, imports.checkImport, { ...one, body: { mapping: body.mapping } })
  const ended = () => importOver(testApp, token, body.id)
  expect((await ended()).faults).toMatchObject([{ row: 4, column: 'latitude', code: 'notANumber' }])
  await testApp.call(token, imports.runImport, one)
  expect(await ended()).toMatchObject({ status: 'done', created: 2 })
  const { body: found } = await testApp.call(token, contract.locations.listLocations, {
    body: { search: 'North' },
  })
  expect(found.rows[0]).toMatchObject({ name: 'North', latitude: 50.5, longitude: 14.25 })
})

it('an import with an emoji where its sample and its faults are cut is read and checked', async () => {
  const long = `${'x'.repeat(199)}😀${'y'.repeat(1_999)}`
  const answer = await testApp.upload(
    token,
    '/api/imports?kind=equipment',
    'file.csv',
    `name,type,note\nPump 1,Pump,${long}\nPump 2,Pump,short\n`,
  )
  const body = answer.body as ImportJob
  expect(answer.status).toBe(200)
  expect(body.sample[0]?.[2]).toBe(`${'x'.repeat(199)}…`)
  await testApp.call(token, imports.checkImport, {
    params: { id: body.id },
    body: { mapping: body.mapping },
  })
  expect(await importOver(testApp, token, body.id)).toMatchObject({
    status: 'checked',
    created: 1,
    failed: 1,
    faults: [{ row: 2, column: 'note', code: 'tooLong', value: `${'x'.repeat(199)}…` }],
  })
})
