import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { ImportJob } from '#contract/imports.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import { statementsOf } from '#tests/statements.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import { resumeImports } from './resume.ts'
import { restartedUndo, undo } from './undo.ts'

let testApp: TestApp
let own: Fixtures
let token: string
const { equipment, imports, locations, journal } = contract

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const { over, takeBack, uploadAndWrite } = importSteps(() => ({ testApp, token }))

const file = (count: number, name: string) =>
  `asset no,name,type,colour\n${Array.from(
    { length: count },
    (_, index) => `B-${index},${name} ${index},Chair,${name}`,
  ).join('\n')}\n`

async function asked(job: ImportJob): Promise<number> {
  const { kernel } = testApp.app
  const key = { companyId: testApp.here.id, id: job.id }
  await inCompany(testApp.pool, key.companyId, async (db) => {
    const [row] = await db.select().from(tables.importJob).where(eq(tables.importJob.id, job.id))
    if (row)
      await db
        .update(tables.importJob)
        .set(restartedUndo(row.startedBy))
        .where(eq(tables.importJob.id, job.id))
  })
  const { statements } = await statementsOf(testApp.pool, () => undo(kernel, key))
  return statements.length
}
const things = async (search: string) =>
  (await testApp.call(token, equipment.listEquipment, { body: { search } })).body

it('the undo of an import runs a few statements for a hundred rows, not some for each', async () => {
  const made = await uploadAndWrite('equipment', file(300, 'Bench'))
  const changed = await uploadAndWrite('equipment', file(300, 'Stool'))
  expect(await asked(changed)).toBeLessThan(150)
  expect(await over(changed.id)).toMatchObject({ status: 'undone', undone: 300, undoLeft: 0 })
  expect((await things('B-299')).rows[0]).toMatchObject({ name: 'Bench 299' })
  const [first] = (await things('B-0')).rows
  const history = await testApp.call(token, journal.listJournal, {
    body: { entity: 'equipment', entityId: first?.id ?? 0 },
  })
  expect(history.body.rows.map(({ change }) => change)).toEqual(['updated', 'updated', 'created'])
  expect(history.body.rows[0]).toMatchObject({ by: { kind: 'import', isUndo: true } })

  const again = await uploadAndWrite('equipment', file(300, 'Bench').replaceAll('B-', 'AGAIN-'))
  expect(await asked(again)).toBeLessThan(150)
  expect(await over(again.id)).toMatchObject({ status: 'undone', undone: 300, undoLeft: 0 })
  expect((await things('AGAIN-')).count).toBe(0)
  const { id, version } = first ?? { id: 0, version: 0 }
  await testApp.ok(token, equipment.updateEquipment, {
    params: { id },
    body: { version, name: 'By hand' },
  })
  expect(await takeBack(made)).toMatchObject({ undone: 299, undoLeft: 1 })
})

it('the undo of an import runs as few for locations, whose versions and paths are stored', async () => {
  const places = (name: string) =>
    `code,name,type,parent\n${Array.from(
      { length: 100 },
      (_, index) => `PL-${index},${name} ${index},Room,${name === 'Bay' ? 'OURS-A' : 'OURS-A1'}`,
    ).join('\n')}\n`
  const made = await uploadAndWrite('locations', places('Bay'))
  const changed = await uploadAndWrite('locations', places('Nook'))
  expect(changed).toMatchObject({ updated: 100 })
  expect(await asked(changed)).toBeLessThan(250)
  expect(await over(changed.id)).toMatchObject({ undone: 100, undoLeft: 0 })
  const renamed = await uploadAndWrite('locations', places('Bay').replaceAll(',Bay', ',Corner'))
  expect(await asked(renamed)).toBeLessThan(60)
  expect(await over(renamed.id)).toMatchObject({ undone: 100, undoLeft: 0 })
  const [bay] = (await testApp.call(token, locations.listLocations, { body: { search: 'PL-42' } }))
    .body.rows
  expect(bay).toMatchObject({ name: 'Bay 42', parent: { name: 'OURS building' } })
  expect(made.undoable).toBe(100)
})

it('imported rows are found in the lists by their import, until it is undone', async () => {
  const job = await uploadAndWrite(
    'equipment',
    'asset no,name,type\nOF-1,Of one,Chair\nOF-2,Of two,Chair\n',
  )
  const places = await uploadAndWrite('locations', 'code,name,type\nOF-P,Of place,Room\n')
  const listed = async (importId: number, more: { search?: string; limit?: number } = {}) =>
    (await testApp.call(token, equipment.listEquipment, { body: { importId, ...more } })).body
  expect(await listed(job.id, { limit: 1 })).toMatchObject({ count: 2, rows: [{ name: 'Of one' }] })
  expect(await listed(job.id, { search: 'two' })).toMatchObject({ count: 1 })
  expect(await listed(places.id)).toMatchObject({ count: 0 })
  const { body } = await testApp.call(token, locations.listLocations, {
    body: { importId: places.id },
  })
  expect(body.rows.map(({ name }) => name)).toEqual(['Of place'])
  await takeBack(job)
  expect(await listed(job.id)).toMatchObject({ count: 0 })
})

it('the undo of an import leaves only the rows that are refused, each with its reason', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `RF-${index},Bay ${index},Room,OURS-A`)
  const job = await uploadAndWrite('locations', `code,name,type,parent\n${rows.join('\n')}\n`)
  const inIt = async (code: string) =>
    (await testApp.call(token, locations.listLocations, { body: { search: code } })).body.rows[0]
  for (const code of ['RF-7', 'RF-31']) {
    const { status } = await testApp.call(token, equipment.createEquipment, {
      body: {
        name: `In ${code}`,
        typeId: (own.equipmentType ?? 0) as Id<'equipmentType'>,
        locationId: ((await inIt(code))?.id ?? 0) as Id<'location'>,
      },
    })
    expect(status).toBe(200)
  }
  const undone = await takeBack(job)
  expect(undone).toMatchObject({ status: 'undone', undone: 38, undoable: 2, undoLeft: 2 })
  expect(undone.undoFaults).toEqual([
    { name: 'Bay 31', action: 'create', reason: 'notEmpty' },
    { name: 'Bay 7', action: 'create', reason: 'notEmpty' },
  ])
  expect(await inIt('RF-8')).toBeUndefined()
})

describe('the undo of a long import', () => {
  const COUNT = 2_000
  const touch = async (search: string) => {
    const [row] = (await things(search)).rows
    if (row === undefined) throw new Error(`Nothing is ${search}`)
    const body = { equipmentIds: [row.id], statusId: own.equipmentStatus as Id<'equipmentStatus'> }
    expect((await testApp.call(token, equipment.bulkUpdateStatus, { body })).status).toBe(200)
  }
  /** Imports, changes the first and last record, and stops the undo midway. */
  async function stopped(word: string): Promise<ImportJob> {
    const csv = file(COUNT, word).replaceAll('B-', `${word}-`)
    const { id } = await uploadAndWrite('equipment', csv)
    await touch(`${word}-${COUNT - 1}`)
    await touch(`${word}-0`)
    const params = { id }
    expect((await testApp.call(token, imports.undoImport, { params })).status).toBe(200)
    expect((await testApp.call(token, imports.cancelImport, { params })).status).toBe(200)
    return over(id)
  }
  const all = { undone: COUNT - 2, undoable: 2, undoLeft: 2 }

  it('stops when it is cancelled, keeps what is undone, and can continue', async () => {
    const job = await stopped('Couch')
    expect(job.status).toBe('undoStopped')
    expect(job.undone).toBeLessThan(COUNT - 2)
    expect(job.undone + job.undoable).toBe(COUNT)
    expect((await things('Couch-')).count).toBe(job.undoable)
    expect(await takeBack(job)).toMatchObject({ status: 'undone', ...all })
    expect((await things('Couch-')).count).toBe(2)
    const { undoFaults } = await over(job.id)
    expect(undoFaults.map(({ name }) => name)).toEqual([`Couch ${COUNT - 1}`, 'Couch 0'])
  })

  it('continues after a restart where it stopped, and twice at once undoes once', async () => {
    const job = await stopped('Sofa')
    const { kernel } = testApp.app
    const key = { companyId: testApp.here.id, id: job.id }
    // The state a killed server leaves: each step commits with its progress.
    await inCompany(testApp.pool, key.companyId, (db) =>
      db
        .update(tables.importJob)
        .set({ status: 'undoing', cancelRequested: false })
        .where(eq(tables.importJob.id, job.id)),
    )
    await Promise.all([resumeImports(kernel), resumeImports(kernel), undo(kernel, key)])
    expect(await over(job.id)).toMatchObject({ status: 'undone', ...all })
    expect((await things('Sofa-')).count).toBe(2)
  })

  it('that was cancelled when nothing was left is finished', async () => {
    const job = await uploadAndWrite('equipment', 'asset no,name,type\nLAST-1,Last,Chair\n')
    const { kernel } = testApp.app
    const key = { companyId: testApp.here.id, id: job.id }
    const leave = (change: Partial<typeof tables.importJob.$inferInsert>) =>
      inCompany(testApp.pool, key.companyId, (db) =>
        db.update(tables.importJob).set(change).where(eq(tables.importJob.id, job.id)),
      )
    await takeBack(job)
    await leave({ status: 'undoing', cancelRequested: true })
    await undo(kernel, key)
    expect(await over(job.id)).toMatchObject({ status: 'undone', undone: 1, undoable: 0 })
  })
})

it('two imports of one equipment are undone one after the other, the newer first', async () => {
  const older = await uploadAndWrite('equipment', file(3, 'Shelf'))
  const newer = await uploadAndWrite('equipment', file(3, 'Rack'))
  expect(await takeBack(newer)).toMatchObject({ status: 'undone', undone: 3, undoLeft: 0 })
  expect(await takeBack(older)).toMatchObject({ status: 'undone', undone: 3, undoLeft: 0 })
  expect((await things('Shelf')).count).toBe(0)
})
