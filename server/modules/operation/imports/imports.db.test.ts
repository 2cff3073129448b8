import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { ImportJob, ImportMapping } from '#contract/imports.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import { exportList } from '#tests/listExport.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import { run } from './job.ts'
import { resumeImports } from './resume.ts'

let testApp: TestApp
let own: Fixtures
let token: string
const { imports, equipment, equipmentFiles, locations, journal } = contract

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const { over, upload, check, write, takeBack, uploadAndCheck } = importSteps(() => ({
  testApp,
  token,
}))
const total = async () =>
  (await testApp.call(token, equipment.listEquipment, { body: {} })).body.count

describe('an import of equipment', () => {
  const csv =
    'asset no,name,type,status,location,tags,is static,maker\nX-1,Pump one,Pump,Ready,OURS-A1,red; blue,yes,NA\nX-2,Pump two,pump,,ours inner room,,no,Acme\n'

  it('guesses the columns', async () => {
    const { body } = await upload('equipment', csv)
    expect(body.mapping.columns).toEqual([
      'equipmentId',
      'name',
      'type',
      'status',
      'location',
      'tags',
      'isStatic',
      'manufacturer',
    ])
    expect(body).toMatchObject({
      status: 'uploaded',
      rowCount: 2,
      headings: expect.arrayContaining(['asset no']) as unknown,
    })
  })

  it('previews without writing, then writes the same, and changes nothing the second time', async () => {
    const before = await total()
    const first = await uploadAndCheck('equipment', csv)
    expect(first).toMatchObject({
      status: 'checked',
      created: 2,
      updated: 0,
      unchanged: 0,
      failed: 0,
    })
    expect(first.preview[0]).toMatchObject({ row: 2, name: 'Pump one', action: 'create' })
    expect(await total()).toBe(before)
    expect(await write(first)).toMatchObject({ status: 'done', created: 2, progress: 2 })
    expect(await total()).toBe(before + 2)
    const [one] = (await testApp.call(token, equipment.listEquipment, { body: { search: 'X-1' } }))
      .body.rows
    expect(one).toMatchObject({
      name: 'Pump one',
      equipmentId: 'X-1',
      type: { name: 'Pump' },
      status: { name: 'Ready' },
      location: { name: 'OURS inner room' },
      isStatic: true,
      tags: [{ name: 'blue' }, { name: 'red' }],
    })
    const history = await testApp.call(token, journal.listJournal, {
      body: { entity: 'equipment', entityId: one?.id ?? 0 },
    })
    expect(history.body.rows[0]).toMatchObject({
      change: 'created',
      by: { kind: 'import', name: 'file.csv' },
    })

    const again = await uploadAndCheck('equipment', csv)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 0 })
    await write(again)
    expect(
      (await testApp.call(token, equipment.listEquipment, { body: { search: 'X-1' } })).body
        .rows[0],
    ).toMatchObject({ version: one?.version })
  })

  it('lists types, statuses and tags that writing would add, and how many more there are', async () => {
    const job = await uploadAndCheck(
      'equipment',
      [
        'asset no,name,type,status,tags',
        'NW-1,One,Nope type,Ready,red; nowhere yet',
        'NW-2,Two,nope TYPE,Not ready,',
        ...Array.from({ length: 25 }, (_, index) => `NWM-${index},Many,Pump,,extra ${index}`),
        'NW-1,Twice,Unheard of,,',
        '',
      ].join('\n'),
    )
    expect(job).toMatchObject({ created: 27, failed: 1 })
    expect(job.newWords).toEqual([
      { field: 'type', count: 1, names: ['Nope type'] },
      { field: 'status', count: 1, names: ['Not ready'] },
      { field: 'tags', count: 26, names: expect.any(Array) as unknown },
    ])
    expect(job.newWords[2]?.names.slice(0, 3)).toEqual(['extra 0', 'extra 1', 'extra 2'])
    expect(job.newWords[2]?.names).toHaveLength(20)
    await write(job)
    const again = await uploadAndCheck('equipment', 'asset no,name,type\nNW-3,Three,Nope Type\n')
    expect(again.newWords).toEqual([])
  })

  it('of locations lists types that it would add', async () => {
    const job = await uploadAndCheck('locations', 'code,name,type\nNW-P,Place,Nook\n')
    expect(job.newWords).toEqual([{ field: 'type', count: 1, names: ['Nook'] }])
  })

  it('updates only what a file says, and leaves the rest', async () => {
    const job = await uploadAndCheck('equipment', 'asset no,name,type\nX-2,Pump two B,NA\n', {
      defaults: { type: 'Pump' },
    })
    expect(job).toMatchObject({ updated: 1, created: 0 })
    expect(job.preview[0]?.changes).toEqual([
      { field: 'name', before: 'Pump two', after: 'Pump two B' },
    ])
    await write(job)
    const [row] = (await testApp.call(token, equipment.listEquipment, { body: { search: 'X-2' } }))
      .body.rows
    expect(row).toMatchObject({
      name: 'Pump two B',
      type: { name: 'Pump' },
      location: { name: 'OURS inner room' },
    })
  })

  it('reports every fault with its row and column, writes the good rows and returns the bad ones as a file', async () => {
    const before = await total()
    const job = await uploadAndCheck(
      'equipment',
      'asset no,name,type,location,is static\nY-1,Good,Pump,,\n,,Pump,,\nY-2,Bad place,Pump,Nowhere,\nY-3,Bad flag,Pump,,perhaps\nY-1,Twice,Pump,,\n',
    )
    expect(job.faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'asset no', 'required'],
      [4, 'location', 'unknownParent'],
      [5, 'is static', 'notABoolean'],
      [6, 'asset no', 'duplicateKey'],
    ])
    expect(job).toMatchObject({ created: 1, failed: 4, faultCount: 4 })
    expect(await write(job)).toMatchObject({ status: 'done', created: 1, failed: 4 })
    expect(await total()).toBe(before + 1)
    const file = await testApp.raw(token, 'GET', `/api/imports/${job.id}/failed-rows`)
    expect(String(file.body)).toContain('asset no: Missing')
    expect(String(file.body).trim().split('\r\n')).toHaveLength(5)
    expect(String(file.body)).toContain('location: There is no place of this code or name')
    // When the corrected file is imported, the added columns do not become details.
    const again = (await upload('equipment', String(file.body))).body
    expect(again.headings[1]).toBe('Why this row was not taken')
    expect(again.mapping?.columns.slice(0, 2)).toEqual(['ignore', 'ignore'])
  })

  it('stops when it is cancelled and keeps what was written', async () => {
    const rows = Array.from(
      { length: 2_000 },
      (_, index) => `C-${index},Chair ${index},Chair`,
    ).join('\n')
    const job = await uploadAndCheck('equipment', `asset no,name,type\n${rows}\n`)
    const started = await testApp.call(token, imports.runImport, { params: { id: job.id } })
    expect(started.body.status).toBe('running')
    await testApp.call(token, imports.cancelImport, { params: { id: job.id } })
    const ended = await over(job.id)
    expect(ended.status).toBe('cancelled')
    const { body } = await testApp.call(token, equipment.listEquipment, {
      body: { search: 'chair' },
    })
    expect(body.count).toBe(ended.created)
    expect(body.count).toBeLessThan(2_000)
  })

  it('continues after a restart where it stopped, and twice at once writes once', async () => {
    const rows = Array.from(
      { length: 1_200 },
      (_, index) => `T-${index},Table ${index},Table`,
    ).join('\n')
    const job = await uploadAndCheck('equipment', `asset no,name,type\n${rows}\n`)
    // The state a stopped server leaves: begun, nothing written.
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db
        .update(tables.importJob)
        .set({ status: 'running', progress: 0, created: 0 })
        .where(eq(tables.importJob.id, job.id)),
    )
    await Promise.all([
      resumeImports(testApp.app.kernel),
      run(testApp.app.kernel, { companyId: testApp.here.id, id: job.id }),
    ])
    expect(await over(job.id)).toMatchObject({ status: 'done', created: 1_200 })
    expect(
      (await testApp.call(token, equipment.listEquipment, { body: { search: 'table' } })).body
        .count,
    ).toBe(1_200)
  })
})

describe('a row of an import', () => {
  it('does not decide which of several objects of one name is meant', async () => {
    await write(
      await uploadAndCheck('equipment', 'asset no,name,type\nTW-1,Twin,Pump\nTW-2,Twin,Pump\n'),
    )
    await write(
      await uploadAndCheck(
        'locations',
        'code,name,type,parent\nTA,Twin room,Room,OURS-A\nTB,Twin room,Room,OURS-A\n',
      ),
    )
    const things = await uploadAndCheck(
      'equipment',
      'name,type,location\nTwin,Pump,\nAlone,Pump,Twin room\nBeside,Pump,TA\n',
    )
    expect(things.faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'name', 'ambiguousEquipment'],
      [3, 'location', 'ambiguousPlace'],
    ])
    expect(things).toMatchObject({ created: 1, updated: 0 })
    const places = await uploadAndCheck(
      'locations',
      'name,type,parent\nTwin room,Room,\nNook,Room,Twin room\nAlcove,Room,Hall\nHall,Room,\nHall,Room,OURS-A\n',
    )
    const found = places.faults.toSorted((one, other) => one.row - other.row)
    expect(found.map(({ row, code }) => [row, code])).toEqual([
      [2, 'ambiguousPlace'],
      [3, 'unknownParent'],
      // Two rows have that name, in different places.
      [4, 'ambiguousPlace'],
    ])
    const alike = await uploadAndCheck(
      'locations',
      'name,type,parent\nHall,Room,\nHall,Room,OURS-A\nHall,Room,ours-a\n',
    )
    expect(alike.faults.map(({ row, code }) => [row, code])).toEqual([[4, 'duplicateKey']])
  })

  it('fills metadata fields by their names, with their types and choices', async () => {
    const { createMetadataField } = contract.referenceData
    const make = async (
      body: Parameters<typeof testApp.call<typeof createMetadataField>>[2]['body'],
    ) => (await testApp.call(token, createMetadataField, { body })).body.id
    const plain = { choices: [], unit: null, equipmentTypeIds: [] }
    const bought = await make({ ...plain, name: 'Purchase date', dataType: 'date' })
    const power = await make({ ...plain, name: 'Power', dataType: 'number', unit: 'kW' })
    const risk = await make({
      ...plain,
      name: 'Risk',
      dataType: 'choice',
      choices: ['Low', 'High'],
    })
    const { body } = await upload(
      'equipment',
      'asset no,name,type,purchase date,POWER,risk\nMF-1,Press,Press,5.3.2026,7.5 kW,high\nMF-2,Mill,Mill,never,1,Medium\n',
    )
    expect(body.mapping.columns.slice(3)).toEqual(
      [bought, power, risk].map((id) => `metadata:${id}`),
    )
    const job = await check(body)
    expect(job.faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'purchase date', 'notADay'],
      [3, 'risk', 'notAChoice'],
    ])
    await write(job)
    const [row] = (await testApp.call(token, equipment.listEquipment, { body: { search: 'MF-1' } }))
      .body.rows
    const detail = await testApp.call(token, equipment.getEquipment, {
      params: { id: row?.id ?? (0 as never) },
    })
    const valuesOf = (all: typeof detail.body.metadata) =>
      new Map(all.map(({ fieldId, value }) => [Number(fieldId), value]))
    expect(valuesOf(detail.body.metadata)).toEqual(
      new Map<number, unknown>([
        [bought, '2026-03-05'],
        [power, 7.5],
        [risk, 'High'],
      ]),
    )
    const again = await uploadAndCheck(
      'equipment',
      'asset no,name,type,purchase date,Power\nMF-1,Press,Press,2026-03-05,8\n',
    )
    expect(again.preview).toMatchObject([
      { action: 'update', changes: [{ field: 'Power', before: '7.5', after: '8' }] },
    ])
    await write(again)
    const now = await testApp.call(token, equipment.getEquipment, {
      params: { id: row?.id ?? (0 as never) },
    })
    // Fields that the file does not name stay.
    expect(valuesOf(now.body.metadata)).toEqual(
      new Map<number, unknown>([
        [bought, '2026-03-05'],
        [power, 8],
        [risk, 'High'],
      ]),
    )
  })

  it('without a number is known by name and place, or is new', async () => {
    const file =
      'asset no,name,type,location\nNN-1,Numbered,Pump,OURS-A\n,Sink,Basin,OURS-A\n,Sink,Basin,OURS-A1\n,Sink,Basin,OURS-A1\n'
    const first = await uploadAndCheck('equipment', file)
    expect(first.preview.map(({ row, action, isByName }) => [row, action, isByName])).toEqual([
      [2, 'create', undefined],
      [3, 'create', true],
      [4, 'create', true],
      [5, 'fail', true],
    ])
    expect(first.faults).toMatchObject([{ row: 5, column: 'name', code: 'duplicateKey' }])
    await write(first)
    const again = await uploadAndCheck(
      'equipment',
      'asset no,name,type,location,maker\n,Sink,Basin,OURS-A1,Acme\n,Sink,Basin,ours-a,\n,Numbered,Pump,OURS-A,\n,Sink,Basin,,\n',
    )
    expect(again.preview.map(({ row, action }) => [row, action])).toEqual([
      [2, 'update'],
      [3, 'unchanged'],
      [4, 'unchanged'],
      [5, 'fail'],
    ])
    expect(again.faults).toMatchObject([{ row: 5, code: 'ambiguousEquipment' }])
  })

  it('cannot have a name that no form takes, or an invisible number', async () => {
    const job = await uploadAndCheck(
      'equipment',
      'asset no,name,type\nS-1,\u0007bell,Pump\nS-2,"a\nline",Pump\nS-3,ok,Ty\u0007pe\nS\u0007-4,ok,Pump\nS-5,\u202eturned\u202c,Pump\n\u200b,seen,Pump\n',
    )
    expect(job.faults.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'name', 'strayCharacters'],
      [3, 'name', 'severalLines'],
      [4, 'type', 'strayCharacters'],
      [5, 'asset no', 'strayCharacters'],
    ])
  })
})

describe('the undo of an import', () => {
  const undone = async (job: ImportJob) => {
    const params = { id: job.id }
    const { body: preview } = await testApp.call(token, imports.getImportUndo, { params })
    return { preview, after: await takeBack(job) }
  }
  const found = async (search: string) =>
    (await testApp.call(token, equipment.listEquipment, { body: { search } })).body.rows

  it('leaves what has got a manual or a sensor since', async () => {
    const job = await write(
      await uploadAndCheck('equipment', 'asset no,name,type\nU-1,Hung on,Pump\nU-2,Free,Pump\n'),
    )
    const [kept] = await found('U-1')
    const link = await testApp.call(token, equipmentFiles.addEquipmentLink, {
      body: {
        equipmentId: kept?.id ?? (0 as never),
        kind: 'manual',
        name: 'Manual',
        url: 'https://manuals.test/',
      },
    })
    expect(link.status).toBe(200)
    const { preview, after } = await undone(job)
    expect(preview).toMatchObject({ removed: 1, touched: 1 })
    expect(after.undoFaults).toMatchObject([{ name: 'Hung on', reason: 'inUse' }])
    expect((await found('U-')).map(({ name }) => name)).toEqual(['Hung on'])
  })

  it('of a file that was written, mapped again and written again undoes both', async () => {
    const file = 'asset no,name,type,note\nV-1,Twice,Pump,yes\nV-2,Also,Pump,yes\n'
    const columns: ImportMapping['columns'] = ['equipmentId', 'name', 'type', 'ignore']
    const job = (await upload('equipment', file)).body
    await write(await check(job, { columns }))
    // The state after a cancel just before the end.
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db
        .update(tables.importJob)
        .set({ status: 'cancelled' })
        .where(eq(tables.importJob.id, job.id)),
    )
    const again = await check(job, { columns: ['equipmentId', 'name', 'type', 'isStatic'] })
    expect(again).toMatchObject({ updated: 2 })
    await write(again)
    const { preview, after } = await undone(job)
    expect(preview).toMatchObject({ removed: 2, restored: 0, touched: 0 })
    expect(after.undoFaults).toEqual([])
    expect(await found('V-')).toEqual([])
  })
})

describe('an import of locations', () => {
  it('writes parents first however deep', async () => {
    const deep = Array.from({ length: 150 }, (_, level) =>
      [`D-${level}`, `Deep ${level}`, 'Room', level === 149 ? 'OURS-A' : `D-${level + 1}`].join(
        ',',
      ),
    )
    const job = await uploadAndCheck('locations', `code,name,type,parent\n${deep.join('\n')}\n`)
    expect(await write(job)).toMatchObject({ status: 'done', created: 150, failed: 0 })
  })

  it('writes parents first, in any order of the file, and refuses circles', async () => {
    const job = await uploadAndCheck(
      'locations',
      'code,name,type,parent\nL-2,Inner,Room,L-1\nL-1,Outer,Building,OURS-A\nL-3,One,Room,L-4\nL-4,Other,Room,L-3\n',
    )
    expect(job).toMatchObject({ created: 2, failed: 2 })
    await write(job)
    const [inner] = (
      await testApp.call(token, locations.listLocations, { body: { search: 'L-2' } })
    ).body.rows
    const detail = await testApp.call(token, locations.getLocation, {
      params: { id: inner?.id ?? 0 },
    })
    expect(detail.body.path.map((place) => place.name)).toEqual(['OURS building', 'Outer'])
    expect(
      (
        await testApp.call(token, equipment.listEquipment, {
          body: { filter: { locationIds: [own.location ?? 0] } },
        })
      ).body.count,
    ).toBeGreaterThan(0)
  })
})

describe('a hostile import file', () => {
  it('is refused with a sentence, and nothing of it is stored', async () => {
    const before = await total()
    const wide = Array.from({ length: 200_000 }, (_, index) => `c${index}`).join(',')
    expect(await upload('equipment', `${wide}\n1\n`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.file', code: 'tooManyColumns' }] },
    })
    expect(await total()).toBe(before)
  })

  it('with formulas comes out of the export harmless', async () => {
    const job = await uploadAndCheck(
      'equipment',
      'asset no,name,type\nF-1,"=HYPERLINK(""http://evil"",""x"")",Pump\nF-2,@SUM(1),Pump\nF-3,-12,Pump\n',
    )
    await write(job)
    const what = { list: 'equipment', question: { search: 'F-' } } as const
    const body = await exportList(testApp, token, what, { format: 'csv' })
    expect(String(body)).toContain(`"'=HYPERLINK(""http://evil"",""x"")"`)
    expect(String(body)).toContain(`'@SUM(1)`)
    expect(String(body)).toContain(',-12,')
  })
})
