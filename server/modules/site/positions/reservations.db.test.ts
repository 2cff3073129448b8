import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let admin: string
let technician: string
let stranger: string
let own: Fixtures
let pumps: number[]
const { nearest, rtls, equipment, journal, referenceLists } = contract

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  technician = await testApp.signIn('technician')
  stranger = await testApp.signIn('administrator', 'there')
  pumps = []
  for (const index of [0, 1, 2, 3, 4, 5, 6]) {
    const made = await testApp.call(admin, equipment.createEquipment, {
      body: { name: `spare ${index}`, typeId: own.equipmentType as never },
    })
    await testApp.call(admin, rtls.placeEquipment, {
      params: { equipmentId: made.body.id },
      body: {
        floorId: own.floor as never,
        longitude: 14.00005 + index * 0.00004,
        latitude: 50.0001,
      },
    })
    pumps.push(made.body.id)
  }
})
afterAll(() => testApp.close())

const take = (token: string, index: number, minutes = 30) =>
  testApp.call(token, nearest.reserveEquipment, {
    params: { equipmentId: pumps[index] as never },
    body: { minutes },
  })
const release = (token: string, index: number) =>
  testApp.call(token, nearest.releaseEquipment, { params: { equipmentId: pumps[index] as never } })
const near = async (token: string, onlyUsable = true) =>
  (
    await testApp.call(token, nearest.getNearest, {
      body: {
        fromPoint: { floorId: own.floor as never, longitude: 14.00005, latitude: 50.0001 },
        search: 'spare',
        onlyUsable,
      },
    })
  ).body.rows

it('a reservation is given to one of two users who press at once, and the other learns the name', async () => {
  const answers = await Promise.all([take(admin, 0), take(technician, 0)])
  const [won, lost] = answers.toSorted((one, other) => one.status - other.status)
  expect([won?.status, lost?.status]).toEqual([200, 409])
  const winner = won?.body as { by: { name: string }; isMine: boolean }
  expect(winner.isMine).toBe(true)
  expect(lost?.body).toMatchObject({
    errors: [{ code: 'reserved', message: winner.by.name }],
  })
  await release(admin, 0)
  await release(technician, 0)
})

it('reserved equipment is not offered to others, but to its user, and all see whose it is', async () => {
  const { body: mine } = await take(technician, 0)
  expect((await near(technician))[0]).toMatchObject({
    id: pumps[0],
    reservation: { isMine: true, until: mine.until },
  })
  expect((await near(admin)).map(({ id }) => id)).not.toContain(pumps[0])
  expect((await near(admin, false))[0]).toMatchObject({
    id: pumps[0],
    reservation: { isMine: false, by: mine.by },
  })
  const listed = await testApp.call(admin, nearest.listReservations, {})
  expect(listed.body).toMatchObject({ count: 1, rows: [{ equipment: { id: pumps[0] } }] })
  expect((await release(admin, 0)).body).toEqual({ released: false })
  expect((await near(admin)).map(({ id }) => id)).not.toContain(pumps[0])
  await release(technician, 0)
  expect((await near(admin))[0]?.id).toBe(pumps[0])
})

it('a user has only a few reservations', async () => {
  for (const index of [0, 1, 2, 3, 4]) expect((await take(technician, index)).status).toBe(200)
  expect((await take(technician, 5)).body).toMatchObject({ errors: [{ code: 'tooManyReserved' }] })
  expect((await take(technician, 4)).status).toBe(200)
  for (const index of [0, 1, 2, 3, 4]) await release(technician, index)
})

it('a reservation is in the journal, and in no other company', async () => {
  await take(technician, 6)
  const entries = await testApp.call(admin, journal.listJournal, {
    body: { entity: 'equipment', entityId: pumps[6] as never },
  } as never)
  expect(JSON.stringify(entries.body)).toContain('reservedBy')
  expect((await take(stranger, 6)).status).toBe(404)
  expect((await release(stranger, 6)).status).toBe(404)
  expect((await testApp.call(stranger, nearest.listReservations, {})).body).toEqual({
    count: 0,
    rows: [],
  })
  await release(technician, 6)
})

it('the way to an equipment is described floor by floor, and to one that is nowhere not at all', async () => {
  const way = await testApp.call(admin, nearest.getWay, {
    body: { fromRoomId: own.room as never, toEquipmentId: pumps[0] as never },
  })
  expect(way.body).toMatchObject({ floorsAway: 0, relation: 'sameRoom' })
  expect(way.body.legs).toHaveLength(1)
  expect(way.body.legs[0]?.points.length).toBeGreaterThan(1)
  const nowhere = await testApp.call(admin, nearest.getWay, {
    body: { fromRoomId: own.room as never, toEquipmentId: own.equipment as never },
  })
  expect(nowhere.status).toBe(400)
})

it('a reservation ends by itself, and is extended by a second press', async () => {
  await take(technician, 1, 5)
  testApp.clock.advance(3 * 60_000)
  await take(technician, 1, 5)
  testApp.clock.advance(3 * 60_000)
  expect((await take(admin, 1)).status).toBe(409)
  testApp.clock.advance(3 * 60_000)
  expect((await testApp.call(admin, nearest.listReservations, {})).body.count).toBe(0)
  expect((await take(admin, 1)).status).toBe(200)
  await release(admin, 1)
})

it('equipment that is fixed to its place cannot be reserved', async () => {
  const fixed = await testApp.call(admin, equipment.createEquipment, {
    body: { name: 'Wall monitor', typeId: own.equipmentType as never, isStatic: true },
  })
  pumps.push(fixed.body.id)
  const answer = await take(technician, pumps.length - 1)
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ errors: [{ code: 'fixedInPlace' }] })
})

it('equipment whose status forbids its use cannot be reserved', async () => {
  const status = await testApp.call(admin, referenceLists.createEquipmentStatus, {
    body: { name: 'Out of order', colour: 'red', isUsable: false },
  })
  const made = await testApp.call(admin, equipment.createEquipment, {
    body: {
      name: 'Broken pump',
      typeId: own.equipmentType as never,
      statusId: status.body.id,
    },
  })
  pumps.push(made.body.id)
  const answer = await take(technician, pumps.length - 1)
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ errors: [{ code: 'notUsable', message: 'Out of order' }] })
})

it('a way starts at one place, in or near the building', async () => {
  const ask = (start: object) =>
    testApp.call(admin, nearest.getNearest, { body: { ...start, onlyUsable: false } } as never)
  const both = await ask({ fromRoomId: own.room, fromEquipmentId: pumps[0] })
  expect([both.status, both.body]).toMatchObject([400, { errors: [{ code: 'severalStarts' }] }])
  const point = { floorId: own.floor, longitude: 120, latitude: -40 }
  const far = await ask({ fromPoint: point })
  expect([far.status, far.body]).toMatchObject([
    400,
    { errors: [{ path: 'body.fromPoint', code: 'farOutside' }] },
  ])
})
