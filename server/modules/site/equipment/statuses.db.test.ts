import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let admin: string
const { equipment, referenceLists } = contract
const status = async (name: string) =>
  (
    await testApp.call(admin, referenceLists.createEquipmentStatus, {
      body: { name, colour: 'blue', isUsable: true },
    })
  ).body.id
let typeId: Id<'equipmentType'>
const pump = async (name: string, statusId: Id<'equipmentStatus'> | null) =>
  (await testApp.call(admin, equipment.createEquipment, { body: { name, typeId, statusId } })).body
    .id
const statusOf = async (id: number) =>
  (await testApp.call(admin, equipment.getEquipment, { params: { id } })).body.status?.name ?? null

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  typeId = (
    await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pump' } })
  ).body.id
})
afterAll(() => testApp.close())

it('POST /api/equipment/restore-statuses returns each status of a batch, except what another user changed since', async () => {
  const [clean, dirty, lost] = [await status('Clean'), await status('Dirty'), await status('Lost')]
  const things = [
    await pump('A', clean),
    await pump('B', dirty),
    await pump('C', null),
    await pump('D', lost),
  ]
  const [, , third = 0] = things
  const set = (
    await testApp.call(admin, equipment.bulkUpdateStatus, {
      body: { equipmentIds: things, statusId: lost },
    })
  ).body
  expect(set.updated).toBe(3)
  expect(set.before.map(({ statusId, equipmentIds }) => [statusId, equipmentIds.length])).toEqual(
    expect.arrayContaining([
      [clean, 1],
      [dirty, 1],
      [null, 1],
    ]),
  )
  await testApp.call(admin, equipment.bulkUpdateStatus, {
    body: { equipmentIds: [third as Id<'equipment'>], statusId: clean },
  })
  const back = await testApp.call(admin, equipment.restoreStatuses, {
    body: { statusId: lost, before: set.before },
  })
  expect(back.body).toEqual({ updated: 2, left: 1 })
  expect(await Promise.all(things.map(statusOf))).toEqual(['Clean', 'Dirty', 'Clean', 'Lost'])
})

it('POST /api/equipment/restore-statuses undoes a batch that removed all statuses', async () => {
  const calm = await status('Calm')
  const things = [await pump('E', calm), await pump('F', calm)]
  const set = (
    await testApp.call(admin, equipment.bulkUpdateStatus, {
      body: { equipmentIds: things, statusId: null },
    })
  ).body
  expect(await Promise.all(things.map(statusOf))).toEqual([null, null])
  expect(
    (
      await testApp.call(admin, equipment.restoreStatuses, {
        body: { statusId: null, before: set.before },
      })
    ).body,
  ).toEqual({ updated: 2, left: 0 })
  expect(await Promise.all(things.map(statusOf))).toEqual(['Calm', 'Calm'])
})
