import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { BATCH_MAXIMUM, type StatusBatch } from '#contract/equipment/statusBatches.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { whenOver } from '#tests/longJobs.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { resumeStatusBatches } from './batchJob.ts'

let testApp: TestApp
let admin: string
let pumpType: Id<'equipmentType'>
let bedType: Id<'equipmentType'>
const { equipment, referenceData, referenceLists, statusBatches } = contract
const status = async (name: string) =>
  (
    await testApp.call(admin, referenceLists.createEquipmentStatus, {
      body: { name, colour: 'blue', isUsable: true },
    })
  ).body.id
const type = async (name: string) =>
  (await testApp.call(admin, referenceLists.createEquipmentType, { body: { name } })).body.id
const things = (
  names: readonly string[],
  typeId: Id<'equipmentType'>,
  statusId: Id<'equipmentStatus'> | null,
) =>
  asSystem(testApp.pool, (db) =>
    db
      .insert(tables.equipment)
      .values(names.map((name) => ({ companyId: testApp.here.id, name, typeId, statusId })))
      .returning({ id: tables.equipment.id }),
  )
const named = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`)

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  pumpType = await type('Pump')
  bedType = await type('Bed')
})
afterAll(() => testApp.close())

const settled = ({ id }: { id: number }): Promise<StatusBatch> =>
  whenOver(
    async () => (await testApp.call(admin, statusBatches.getStatusBatch, { params: { id } })).body,
    ({ state }) => state !== 'running' && state !== 'undoing',
  )
const start = async (body: object) =>
  (await testApp.raw(admin, 'POST', '/api/equipment/status-batches', body)) as {
    status: number
    body: StatusBatch
  }
const countOf = async (statusId: number, search: string) =>
  (
    await testApp.call(admin, equipment.listEquipment, {
      body: { search, filter: { equipmentStatusIds: [statusId as Id<'equipmentStatus'>] } },
    })
  ).body.count

it('a batch of statuses changes all that the list shows, as previewed, leaves what a map forbids, and is undone as one', async () => {
  const [clean, dirty, broken, mended] = [
    await status('Clean'),
    await status('Dirty'),
    await status('Broken'),
    await status('Mended'),
  ]
  const map = (
    await testApp.call(admin, referenceData.createProgressMap, {
      body: { name: 'Repair', statusIds: [broken, mended], equipmentTypeIds: [pumpType] },
    })
  ).body
  await things(named('Alpha', 450), pumpType, clean)
  await things(named('Alpha free', 20), bedType, null)
  await things(named('Alpha broken', 30), pumpType, broken)
  await things(named('Alpha bed', 5), bedType, broken)
  await things(named('Alpha dirty', 7), bedType, dirty)
  await things(['Other'], pumpType, clean)
  const body = { which: { search: 'alpha' }, statusId: dirty }
  const preview = await testApp.call(admin, statusBatches.previewStatusBatch, { body })
  expect(preview.body).toMatchObject({
    total: 512,
    cut: 0,
    change: 475,
    same: 7,
    forbidden: 30,
    from: [
      { name: 'Clean', count: 450 },
      { name: null, count: 20 },
      { name: 'Broken', count: 5 },
    ],
    maps: [{ progressMapId: map.id, name: 'Repair', reason: 'leaves', count: 30 }],
  })
  const begun = await start(body)
  expect(begun.body).toMatchObject({ state: 'running', total: 475, forbidden: 30 })
  expect(await settled(begun.body)).toMatchObject({
    state: 'done',
    progress: 475,
    updated: 475,
    forbidden: 30,
  })
  expect(await countOf(dirty, 'alpha')).toBe(482)
  expect(await countOf(clean, 'other')).toBe(1)

  const [first] = (
    await testApp.call(admin, equipment.listEquipment, { body: { search: 'alpha 7' } })
  ).body.rows
  await testApp.call(admin, equipment.bulkUpdateStatus, {
    body: { equipmentIds: [first?.id as Id<'equipment'>], statusId: mended },
  })
  const params = { id: begun.body.id }
  expect((await testApp.call(admin, statusBatches.undoStatusBatch, { params })).status).toBe(200)
  expect(await settled(begun.body)).toMatchObject({ state: 'undone', restored: 474, left: 1 })
  expect(await countOf(clean, 'alpha')).toBe(449)
  expect(await countOf(dirty, 'alpha')).toBe(7)
  await testApp.call(admin, equipment.bulkUpdateStatus, {
    body: { equipmentIds: [first?.id as Id<'equipment'>], statusId: dirty },
  })
  expect((await testApp.call(admin, statusBatches.undoStatusBatch, { params })).status).toBe(200)
  expect(await settled(begun.body)).toMatchObject({ state: 'undone', restored: 1, left: 0 })
  expect(await countOf(clean, 'alpha')).toBe(450)
  expect((await testApp.call(admin, statusBatches.undoStatusBatch, { params })).status).toBe(409)
})

it('a batch of statuses carries along a map only what runs through it', async () => {
  const [ready, used] = [await status('Ready'), await status('Used')]
  const map = (
    await testApp.call(admin, referenceData.createProgressMap, {
      body: { name: 'Round', statusIds: [ready, used], equipmentTypeIds: [bedType] },
    })
  ).body
  await things(named('Beta', 3), bedType, null)
  await things(named('Beta pump', 2), pumpType, null)
  const which = { search: 'beta' }
  const { body } = await start({ which, statusId: used, progressMapId: map.id })
  expect(await settled(body)).toMatchObject({ updated: 3, forbidden: 2 })
  const away = await status('Away')
  expect((await start({ which, statusId: away, progressMapId: map.id })).body).toMatchObject({
    errors: [{ code: 'noStep' }],
  })
})

it('a batch of statuses stops when it is cancelled, and continues after a restart', async () => {
  const [one, other] = [await status('One'), await status('Other')]
  const ids = (await things(named('Gamma', 900), pumpType, one)).map(({ id }) => id)
  const { body } = await start({ which: { search: 'gamma' }, statusId: other })
  const stopped = await testApp.call(admin, statusBatches.cancelStatusBatch, {
    params: { id: body.id },
  })
  expect(stopped.status).toBe(200)
  const ended = await settled(body)
  expect(ended.state).toBe('cancelled')
  expect(await countOf(other, 'gamma')).toBe(ended.updated)
  expect(ended.updated).toBeLessThan(ids.length)
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.statusBatch)
      .set({ state: 'running' })
      .where(eq(tables.statusBatch.id, body.id)),
  )
  const atWork = async (token: string) =>
    (await testApp.call(token, statusBatches.listStatusBatchesAtWork, {})).body.rows?.map(
      ({ id }) => id,
    )
  expect(await atWork(admin)).toEqual([body.id])
  expect((await atWork(await testApp.signIn('manager'))) ?? []).toEqual([])
  await Promise.all([
    resumeStatusBatches(testApp.app.kernel),
    resumeStatusBatches(testApp.app.kernel),
  ])
  expect(await settled(body)).toMatchObject({ state: 'done', updated: 900 })
  expect(await atWork(admin)).toEqual([])
  expect(await countOf(other, 'gamma')).toBe(900)
})

it('the undo of a batch stops when it is cancelled, and continues by itself or after a restart', async () => {
  const [one, other] = [await status('Former'), await status('Newer')]
  await things(named('Delta', 900), pumpType, one)
  const { body } = await start({ which: { search: 'delta' }, statusId: other })
  await settled(body)
  const params = { id: body.id }
  const stop = async () => {
    expect((await testApp.call(admin, statusBatches.undoStatusBatch, { params })).status).toBe(200)
    expect((await testApp.call(admin, statusBatches.cancelStatusBatch, { params })).status).toBe(
      200,
    )
    return settled(body)
  }
  const stopped = await stop()
  expect(stopped.state).toBe('undoStopped')
  expect(stopped.progress).toBeLessThan(900)
  expect(await countOf(one, 'delta')).toBe(stopped.restored)
  expect(await countOf(other, 'delta')).toBe(stopped.total - stopped.progress)
  const again = await stop()
  expect(await countOf(one, 'delta')).toBe(again.restored)
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.statusBatch)
      .set({ state: 'undoing' })
      .where(eq(tables.statusBatch.id, body.id)),
  )
  await Promise.all([
    resumeStatusBatches(testApp.app.kernel),
    resumeStatusBatches(testApp.app.kernel),
  ])
  expect(await settled(body)).toMatchObject({ state: 'undone', restored: 900, left: 0 })
  expect(await countOf(one, 'delta')).toBe(900)
})

it('a batch of statuses needs the right to change equipment, reaches visible equipment, and belongs to its author', async () => {
  const staff = await testApp.signIn('staff')
  const body = { which: { search: 'alpha' }, statusId: null }
  expect((await testApp.call(staff, statusBatches.previewStatusBatch, { body })).status).toBe(403)
  const begun = await start({ which: { search: 'no such thing' }, statusId: null })
  expect(await settled(begun.body)).toMatchObject({ state: 'done', total: 0 })
  const manager = await testApp.signIn('manager')
  const { status: seen } = await testApp.call(manager, statusBatches.getStatusBatch, {
    params: { id: begun.body.id },
  })
  expect([403, 404]).toContain(seen)
})

it('a batch of statuses reaches in a second try what did not fit, and skips what has the status already', async () => {
  const [before, after] = [await status('Before'), await status('After')]
  const many = named('Ten thousand', BATCH_MAXIMUM + 20)
  for (let from = 0; from < many.length; from += 5_000)
    await things(many.slice(from, from + 5_000), bedType, before)
  const body = { which: { search: 'ten thousand' }, statusId: after }
  const preview = async () =>
    (await testApp.call(admin, statusBatches.previewStatusBatch, { body })).body
  expect(await preview()).toMatchObject({ change: BATCH_MAXIMUM, same: 0, cut: 20 })
  const begun = await start(body)
  expect(begun.body).toMatchObject({ total: BATCH_MAXIMUM, cut: 20 })
  await testApp.call(admin, statusBatches.cancelStatusBatch, { params: { id: begun.body.id } })
  await settled(begun.body)
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.equipment)
      .set({ statusId: after })
      .where(inArray(tables.equipment.name, many.slice(0, BATCH_MAXIMUM))),
  )
  expect(await preview()).toMatchObject({ change: 20, same: BATCH_MAXIMUM, cut: 0 })
})
