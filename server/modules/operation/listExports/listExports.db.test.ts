import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { languages } from '#contract/languages.ts'
import type { ExportedInput, ExportList } from '#contract/listExports.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import { exportAsCsv, exportList, exportOver, fileOf } from '#tests/listExport.ts'
import type { TestApp } from '#tests/testApp.ts'
import { resumeListExports } from './job.ts'

let testApp: TestApp
let token: string
let own: Fixtures
const { equipment, listExports, locations, referenceData } = contract

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const { uploadAndCheck } = importSteps(() => ({ testApp, token }))
const speak = (language: (typeof languages)[number]) =>
  inCompany(testApp.pool, testApp.here.id, (db) =>
    db.execute(
      sql`update app_user set language = ${language} where id = ${testApp.here.users.administrator}`,
    ),
  )

const questions: { [L in ExportList]: () => Extract<ExportedInput, { list: L }>['question'] } = {
  equipment: () => ({}),
  locations: () => ({}),
  stock: () => ({}),
  procedureLogs: () => ({}),
  procedureAnswers: () => ({}),
  people: () => ({}),
  schedules: () => ({}),
  tickets: () => ({}),
  alerts: () => ({}),
  replacementPlan: () => ({}),
  visits: () => ({}),
  readings: () => ({ sensorIds: [own.sensor ?? 0] }),
  meterReadings: () => ({}),
  journal: () => ({}),
  securityEvents: () => ({ kinds: ['signedIn'] }),
}
const whatOf = (list: ExportList) => ({ list, question: questions[list]() }) as ExportedInput

describe('an export of a list', () => {
  it.each(Object.keys(questions) as ExportList[])(
    'is a workbook and CSV with the same rows: %s',
    async (list) => {
      await speak('en')
      const [sheet] = await readWorkbook(await exportList(testApp, token, whatOf(list)))
      const csv = String(await exportList(testApp, token, whatOf(list), { format: 'csv' }))
      const rows: string[][] = parse(csv, { bom: true })
      expect(sheet?.data.length).toBe(rows.length)
      expect(sheet?.data[0]).toEqual(rows[0])
      if (!['alerts', 'visits', 'readings', 'meterReadings'].includes(list))
        expect(rows.length).toBeGreaterThan(1)
      const keys = await exportAsCsv(testApp, token, whatOf(list))
      expect(keys.split('\r\n')[0]).toMatch(/^\uFEFF[\w.,]+/)
    },
  )

  it('has the words, the separator and the decimal sign of its reader, and the company’s wall time', async () => {
    const place = await testApp.ok(token, locations.createLocation, {
      body: { name: 'Věž', code: 'V1', typeId: own.locationType ?? 0, latitude: 50.25 },
    })
    const what = { list: 'locations', question: { search: 'V1' } } as const
    await speak('cs')
    const csv = String(await exportList(testApp, token, what, { format: 'csv' }))
    const [heading, row] = csv.replace('\uFEFF', '').split('\r\n')
    expect(heading).toContain('ID;Kód;Název;Typ')
    expect(row).toContain(`${place.id};V1;Věž;`)
    expect(row).toContain(';50,25;')
    expect(row).toMatch(/;\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/)
    await speak('he')
    const bytes = await exportList(testApp, token, what)
    expect((await readWorkbook(bytes))[0]?.sheet).toBe('מיקומים')
    await speak('en')
    expect((await exportAsCsv(testApp, token, what)).split('\r\n')[0]).toContain('id,code,name')
  })

  it('has the facts and the metadata of equipment as columns', async () => {
    const field = await testApp.ok(token, referenceData.createMetadataField, {
      body: { name: 'Voltage', dataType: 'number', choices: [], unit: 'V', equipmentTypeIds: [] },
    })
    await testApp.ok(token, equipment.createEquipment, {
      body: {
        name: 'Faceted',
        equipmentId: 'F-1',
        typeId: own.equipmentType ?? 0,
        details: [{ key: 'Colour', value: '=red' }],
        metadata: [{ fieldId: field.id, value: 230.5 }],
      },
    })
    const what = { list: 'equipment', question: { search: 'Faceted' } } as const
    const [sheet] = await readWorkbook(await exportList(testApp, token, what))
    const [heading = [], row = []] = sheet?.data ?? []
    expect(row[heading.indexOf('Voltage')]).toBe(230.5)
    expect(row[heading.indexOf('Colour')]).toBe('=red')
  })

  it('has only what its reader may see, and is only its reader’s', async () => {
    const { id } = await testApp.ok(token, listExports.startListExport, {
      body: { what: whatOf('equipment') },
    })
    const other = await testApp.signIn('manager')
    for (const endpoint of [listExports.getListExport, listExports.cancelListExport])
      expect((await testApp.call(other, endpoint, { params: { id } })).status).toBe(404)
    await expect(fileOf(testApp, other, id)).rejects.toThrow('404')
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db.execute(
        sql`update app_user set all_equipment = false, equipment_type_ids = '{}', all_procedures = false,
          procedure_type_ids = '{}' where id = ${testApp.here.users.manager}`,
      ),
    )
    for (const list of ['equipment', 'procedureLogs', 'procedureAnswers'] as const) {
      const lines = (await exportAsCsv(testApp, other, whatOf(list))).trim().split('\r\n')
      expect(lines, list).toHaveLength(1)
    }
  })
})

describe('an export of procedure logs', () => {
  it('has a row a log with a column for each question, or a row an answer', async () => {
    const logs: Record<string, string>[] = parse(
      await exportAsCsv(testApp, token, whatOf('procedureLogs')),
      { bom: true, columns: true },
    )
    const answers: Record<string, string>[] = parse(
      await exportAsCsv(testApp, token, whatOf('procedureAnswers')),
      { bom: true, columns: true },
    )
    const [log] = logs
    if (log === undefined) throw new Error('The fixtures have a log')
    const ofLog = answers.filter(({ id }) => id === log['id'])
    const columns = Object.entries(log).filter(([key, value]) => /^\d+$/.test(key) && value !== '')
    expect(columns.length).toBeGreaterThan(0)
    expect(columns.map(([, value]) => value)).toEqual(
      ofLog.flatMap(({ answer }) => (answer === '' ? [] : [answer])),
    )
  })
})

describe('a long export of a list', () => {
  beforeAll(async () => {
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db.execute(sql`insert into journal_entry (company_id, at, entity, entity_id, entity_name, change,
          by_kind, by_name, changes)
        select ${testApp.here.id}, now(), 'tag', 900000 + n, 'Tag ' || n, 'created', 'system', '', '[]'
        from generate_series(1, 10500) as n`),
    )
  })

  it('is a job with progress, and has every row once', async () => {
    const begun = await testApp.ok(token, listExports.startListExport, {
      body: {
        what: { list: 'journal', question: { search: 'Tag' } },
        headings: 'keys',
        format: 'csv',
      },
    })
    expect(begun).toMatchObject({ state: 'running', list: 'journal' })
    const done = await exportOver(testApp, token, begun.id)
    expect(done).toMatchObject({ state: 'done', fault: null })
    expect(done.progress).toBe(done.total)
    const lines = String(await fileOf(testApp, token, begun.id))
      .trim()
      .split('\r\n')
    const ids = lines.map((line) => line.split(',')[2]).filter((id) => Number(id) > 900_000)
    expect(new Set(ids).size).toBe(10_500)
    expect(ids).toHaveLength(10_500)
    expect(done.bytes).toBeGreaterThan(500_000)
  })

  it('ends when it is cancelled and leaves no file; a third at the same time is refused', async () => {
    const start = () =>
      testApp.call(token, listExports.startListExport, {
        body: { what: { list: 'journal', question: {} } },
      })
    const [first, second] = [await start(), await start()]
    const third = await start()
    expect([first.status, second.status, third.status]).toEqual([200, 200, 409])
    expect(third.body).toMatchObject({ errors: [{ code: 'exportsRunning' }] })
    for (const { body } of [first, second]) {
      await testApp.ok(token, listExports.cancelListExport, { params: { id: body.id } })
      expect((await exportOver(testApp, token, body.id)).state).toBe('cancelled')
      await expect(fileOf(testApp, token, body.id)).rejects.toThrow('404')
    }
  })

  it('is begun again if its server stopped', async () => {
    const { id } = await testApp.ok(token, listExports.startListExport, {
      body: { what: whatOf('tickets') },
    })
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db.execute(sql`update list_export set state = 'running', storage_key = null,
        heard_at = ${testApp.clock.now()}::timestamptz - interval '2 minutes' where id = ${id}`),
    )
    await resumeListExports(testApp.app.kernel)
    expect((await exportOver(testApp, token, id)).state).toBe('done')
  })
})

describe('an exported file, imported again', () => {
  const names = ['=1+1; -returning', "'=kept returning", '@returning', "'s returning"]
  beforeAll(async () => {
    await speak('en')
    const fieldIds: number[] = []
    for (const [name, dataType, choices] of [
      ['=Load', 'number', []],
      ['Inspected', 'boolean', []],
      ['Bought', 'date', []],
      ['Grade', 'choice', ['A', 'B;C']],
      ['Uses', 'choices', ['Air', 'Water']],
      ['Remark', 'text', []],
    ] as const) {
      const { id } = await testApp.ok(token, referenceData.createMetadataField, {
        body: { name, dataType, choices: [...choices], unit: null, equipmentTypeIds: [] },
      })
      fieldIds.push(id)
    }
    const values = [-1234.5678, true, '2019-02-28', 'B;C', ['Air', 'Water'], '+420 1']
    for (const [index, name] of names.entries()) {
      const place = await testApp.ok(token, locations.createLocation, {
        body: {
          name: `${name} place`,
          code: `+R${index}`,
          typeId: own.locationType ?? 0,
          latitude: -33.123456,
          longitude: 151.5 + index,
          timezone: 'Australia/Sydney',
          details: [{ key: 'Door', value: '-1; =2' }],
        },
      })
      await testApp.ok(token, equipment.createEquipment, {
        body: {
          name,
          equipmentId: `0004${index}`,
          typeId: own.equipmentType ?? 0,
          statusId: own.equipmentStatus ?? null,
          locationId: place.id,
          locationText: 'two\nlines',
          tagIds: [own.tag ?? 0],
          isStatic: index % 2 === 0,
          metadata: values.map((value, at) => ({ fieldId: (fieldIds[at] ?? 0) as never, value })),
          details: [
            { key: 'Maker', value: '=ACME; "quoted", 1,5' },
            { key: 'Note', value: "'@x" },
          ],
        },
      })
    }
  })

  it.each(
    languages.flatMap((language) =>
      (['xlsx', 'csv'] as const).map((format) => [language, format] as const),
    ),
  )('changes nothing, whatever stands in its cells: %s, %s', async (language, format) => {
    await speak(language)
    for (const list of ['equipment', 'locations'] as const) {
      const what = { list, question: { search: 'returning' } } as const
      const file = await exportList(testApp, token, what, { format })
      const job = await uploadAndCheck(list, file)
      const context = `${list} ${JSON.stringify([job.faults, job.preview])}`
      expect(job.faults, context).toEqual([])
      expect(job, context).toMatchObject({
        status: 'checked',
        created: 0,
        updated: 0,
        unchanged: names.length,
      })
    }
  })

  it('changes nothing with keys for headings either', async () => {
    await speak('en')
    for (const list of ['equipment', 'locations'] as const)
      for (const format of ['xlsx', 'csv'] as const) {
        const what = { list, question: { search: 'returning' } } as const
        const file = await exportList(testApp, token, what, { format, headings: 'keys' })
        expect(await uploadAndCheck(list, file), `${list} ${format}`).toMatchObject({
          faults: [],
          created: 0,
          updated: 0,
          unchanged: names.length,
        })
      }
  })
})
