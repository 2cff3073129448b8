import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import { contract } from '#contract/index.ts'
import type { ImportJob } from '#contract/imports.ts'
import { languages, type Language } from '#contract/languages.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
const { auth, imports, equipment } = contract

beforeAll(async () => {
  ;({ testApp, token } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const { over, uploadAndCheck } = importSteps(() => ({
  testApp,
  token,
}))

async function failedRowsOf({ id }: ImportJob): Promise<string[][]> {
  const file = await testApp.call(token, imports.getFailedRows, { params: { id } })
  return parse(String(file.body), { bom: true })
}
const csvOf = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

const things = async (search: string) =>
  (await testApp.call(token, equipment.listEquipment, { body: { search } })).body.rows

const OURS = ['Row in the file that was given', 'Why this row was not taken']
const BEYOND = 'Cell that no heading stands above'

describe('a row with a cell too many', () => {
  const file = [
    'Name,Number,Type,Status,Paint',
    'Pump, big,NW-3,Infusion pump,,Acme',
    'Bed,NW-4,Bed,,Acme',
    ',,Bed',
    '',
  ].join('\n')

  it('is exported whole, fails for the same reason when it is imported again, and is accepted when corrected', async () => {
    const first = await uploadAndCheck('equipment', file)
    expect(first).toMatchObject({ created: 1, failed: 2 })
    const rows = await failedRowsOf(first)
    expect(rows).toEqual([
      [...OURS, 'Name', 'Number', 'Type', 'Status', 'Paint', BEYOND],
      [
        '2',
        'Number of cells differs from the heading',
        'Pump',
        ' big',
        'NW-3',
        'Infusion pump',
        '',
        'Acme',
      ],
      ['4', 'Number: Missing', '', '', 'Bed', '', '', ''],
    ])
    const again = await uploadAndCheck('equipment', csvOf(rows))
    expect(again).toMatchObject({ created: 0, failed: 2, rowCount: 2 })
    const twice = await failedRowsOf(again)
    expect(twice.map((row) => row.slice(1))).toEqual(rows.map((row) => row.slice(1)))
    const mended = await uploadAndCheck(
      'equipment',
      csvOf([
        rows[0] ?? [],
        ['2', 'told', 'Pump, big', 'NW-3', 'Infusion pump', '', 'Acme', '', ''],
        ['4', 'told', 'Numbered', 'NW-5', 'Bed', '', '', '', ''],
      ]),
    )
    expect(mended).toMatchObject({ created: 2, failed: 0 })
    await testApp.call(token, imports.runImport, { params: { id: mended.id } })
    await over(mended.id)
    const [pump] = await things('NW-3')
    expect(pump).toMatchObject({ name: 'Pump, big', type: { name: 'Infusion pump' } })
    const detail = await testApp.call(token, equipment.getEquipment, {
      params: { id: pump?.id ?? 0 },
    })
    expect(detail.body.details).toEqual([{ key: 'Paint', value: 'Acme' }])
  })

  it('is recognised whatever columns a spreadsheet has moved or added', async () => {
    const [headings = [], pump = []] = await failedRowsOf(await uploadAndCheck('equipment', file))
    const moved = [headings, pump].map((row) => [...row.slice(2), '', ...row.slice(0, 2), ''])
    const job = await uploadAndCheck('equipment', csvOf(moved))
    expect(job.faults).toMatchObject([{ row: 2, column: null, code: 'wrongCellCount' }])
    expect(job).toMatchObject({ created: 0, failed: 1 })
  })
})

describe('a file with columns of its own that are called Row and Reason', () => {
  it('keeps both as facts, also in its failed rows', async () => {
    const file =
      'name,asset no,type,Row,Reason\nShelf one,RR-1,Shelf,7,Spare\n,RR-2,Shelf,8,Broken\n,,Shelf,9,Lent\n'
    const job = await uploadAndCheck('equipment', file)
    expect(job.mapping.columns.slice(-2)).toEqual(['detail', 'detail'])
    const rows = await failedRowsOf(job)
    expect(rows[0]).toEqual([...OURS, 'name', 'asset no', 'type', 'Row', 'Reason'])
    expect(rows.at(-1)).toEqual(['4', 'asset no: Missing', '', '', 'Shelf', '9', 'Lent'])
    await testApp.call(token, imports.runImport, { params: { id: job.id } })
    await over(job.id)
    const [shelf] = await things('RR-1')
    const detail = await testApp.call(token, equipment.getEquipment, {
      params: { id: shelf?.id ?? 0 },
    })
    expect(detail.body.details).toEqual([
      { key: 'Row', value: '7' },
      { key: 'Reason', value: 'Spare' },
    ])
  })
})

describe('a fault of a field that the file has no column for', () => {
  const MISSING: Record<Language, string> = {
    en: 'Equipment: Missing',
    cs: 'Zařízení: Chybí',
    sk: 'Zariadenie: Chýba',
    ru: 'Оборудование: Отсутствует',
    he: 'ציוד: חסר',
    ar: 'المعدّة: مفقود',
  }

  it('is named by the field’s word in the reader’s language', async () => {
    const job = await uploadAndCheck('gateways', 'mac\nAA:BB:CC:00:00:01\n', {
      defaults: { type: 'None' },
    })
    expect(job.faults).toMatchObject([
      { row: 2, column: null, field: 'equipment', code: 'required' },
      { row: 2, column: null, field: 'type', code: 'unknownType' },
    ])
    for (const language of languages) {
      await testApp.call(token, auth.setLanguage, { body: { language } })
      const [, row = []] = await failedRowsOf(job)
      expect(row[1], language).toMatch(new RegExp(`^${MISSING[language]}; `))
      expect(row[1], language).not.toContain('type:')
    }
    await testApp.call(token, auth.setLanguage, { body: { language: 'en' } })
  })

  it.each([
    ['sensors', 'device\nS-1\n', {}, 'type'],
    ['equipment', 'name\nNameless type\n', { defaults: {} }, 'type'],
    ['locations', 'name\nNameless type\n', { defaults: {} }, 'type'],
  ] as const)('names the field, of %s', async (kind, file, change, field) => {
    const job = await uploadAndCheck(kind, file, change)
    expect(job.faults.map((fault) => fault.field)).toEqual([field])
    expect(job.faults.every(({ column }) => column === null)).toBe(true)
  })

  it('is not reported at a column with a similar name', async () => {
    const job = await uploadAndCheck('equipment', 'name,location\nThing,Nowhere\n', {
      columns: ['name', 'detail'],
      defaults: {},
    })
    expect(job.faults).toMatchObject([{ column: null, field: 'type' }])
  })
})
