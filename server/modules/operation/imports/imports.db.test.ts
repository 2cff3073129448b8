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
import { runImport } from './job.ts'
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

  it('takes decomposed names of a file for the composed ones that exist', async () => {
    await write(
      await uploadAndCheck('equipment', 'asset no,name,type\nMAC-0,Čerpadlo,Čerpadlo místní\n'),
    )
    const job = await uploadAndCheck(
      'equipment',
      'asset no,name,type\nMAC-1,Čerpadlo,Čerpadlo místní\n'.normalize('NFD'),
    )
    expect(job.newWords).toEqual([])
    await write(job)
    const { rows } = (
      await testApp.call(token, equipment.listEquipment, { body: { search: 'MAC-1' } })
    ).body
    expect(rows.map(({ name, type }) => [name, type.name])).toEqual([
      ['Čerpadlo', 'Čerpadlo místní'],
    ])
  })

  it('names new entries that search takes for an existing one', async () => {
    await write(
      await uploadAndCheck(
        'equipment',
        'asset no,name,type,location\nLIKE-0,Kettle,ماكينة غسيل,صالة ١\n',
        { makesPlaces: true },
      ),
    )
    const job = await uploadAndCheck(
      'equipment',
      'asset no,name,type,location\nLIKE-1,Kettle,ماکینة\u00a0غسیل,صاله 1\nLIKE-2,Kettle,ח״מ,\nLIKE-3,Kettle,"ח""מ",\n',
      { makesPlaces: true },
    )
    expect(job.newWords.map(({ field, similar }) => [field, similar])).toEqual([
      [
        'type',
        [
          { name: 'ח״מ', known: 'ח"מ', isInFile: true },
          { name: 'ماکینة\u00a0غسیل', known: 'ماكينة غسيل' },
        ],
      ],
      ['location', [{ name: 'صاله 1', known: 'صالة ١' }]],
    ])
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
    expect(String(file.body)).toContain('location: No location has this code or name')
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
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db
        .update(tables.importJob)
        .set({ status: 'running', progress: 0, created: 0 })
        .where(eq(tables.importJob.id, job.id)),
    )
    await Promise.all([
      resumeImports(testApp.app.kernel),
      runImport(testApp.app.kernel, { companyId: testApp.here.id, id: job.id }),
    ])
    expect(await over(job.id)).toMatchObject({ status: 'done', created: 1_200 })
    expect(
      (await testApp.call(token, equipment.listEquipment, { body: { search: 'table' } })).body
        .count,
    ).toBe(1_200)
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
