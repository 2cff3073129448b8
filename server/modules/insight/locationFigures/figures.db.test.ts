import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithBothFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

const { listLocationFigures, createLocation } = contract.locations

let testApp: TestApp
let own: Fixtures
let other: Fixtures
let admin: string
beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own, theirs: other } = await openTestAppWithBothFixtures())
})
afterAll(() => testApp.close())

it('the figures of locations count what is inside, as the lists do', async () => {
  const inner = await testApp.call(admin, createLocation, {
    body: { name: 'Inner', typeId: own.locationType ?? 0, parentId: own.location ?? 0 },
  })
  const thing = await testApp.call(admin, contract.equipment.createEquipment, {
    body: { name: 'Pump', typeId: own.equipmentType ?? 0, locationId: inner.body.id },
  })
  expect(thing.status, JSON.stringify(thing.body)).toBe(200)
  const answer = await testApp.call(admin, listLocationFigures, {
    body: { ids: [own.location ?? 0, inner.body.id] },
  })
  const rowOf = (id: number) => answer.body.rows.find((row) => row.id === id)
  expect(rowOf(inner.body.id)).toMatchObject({
    things: 1,
    openTickets: 0,
    lateThings: 0,
    score: null,
  })
  for (const id of [own.location ?? 0, inner.body.id]) {
    const filter = { locationIds: [id] }
    const things = await testApp.call(admin, contract.equipment.listEquipment, {
      body: { filter, limit: 1 },
    })
    const tickets = await testApp.call(admin, contract.tickets.listTickets, {
      body: { filter, categories: ['open', 'inProgress', 'waiting'], limit: 1 },
    })
    expect(rowOf(id)).toMatchObject({
      things: things.body.count,
      openTickets: tickets.body.count,
    })
  }
})

it('the figures of locations name the floor of the plan, and none for what is not a floor', async () => {
  const storey = await testApp.call(admin, createLocation, {
    body: { name: 'Storey', typeId: own.locationType ?? 0, parentId: own.location ?? 0 },
  })
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.floor)
      .set({ locationId: storey.body.id })
      .where(eq(sql`${tables.floor.id}`, own.floor)),
  )
  const { body } = await testApp.call(admin, listLocationFigures, {
    body: { ids: [storey.body.id, own.location ?? 0] },
  })
  const floors = new Map(body.rows.map(({ id, floorId }) => [Number(id), floorId]))
  expect(floors.get(storey.body.id)).toBe(own.floor)
  expect(floors.get(own.location ?? 0)).toBeNull()
})

it('the figures of locations say nothing of another company', async () => {
  const answer = await testApp.call(admin, listLocationFigures, {
    body: { ids: [other.location ?? 0] },
  })
  expect(answer.body.rows).toEqual([])
})

it('the figures of locations list those in need, the worst first, with the numbers of their lists', async () => {
  const room = await testApp.call(admin, createLocation, {
    body: { name: 'Leaking room', typeId: own.locationType ?? 0, parentId: own.location ?? 0 },
  })
  const inNeed = async (token: string) =>
    (await testApp.call(token, contract.locations.listPlacesInNeed, { body: {} })).body
  const before = await inNeed(admin)
  expect(before.rows.map(({ id }) => id)).not.toContain(room.body.id)
  const pump = await testApp.call(admin, contract.equipment.createEquipment, {
    body: { name: 'Bilge pump', typeId: own.equipmentType ?? 0, locationId: room.body.id },
  })
  const leaks = [
    { title: 'Water on the floor', locationId: room.body.id },
    { title: 'And from the ceiling', locationId: room.body.id },
    { title: 'The pump stands still', equipmentId: pump.body.id },
  ]
  for (const leak of leaks)
    await testApp.call(admin, contract.tickets.openTicket, {
      body: { ...leak, ticketTypeId: own.ticketType ?? 0 },
    })
  const after = await inNeed(admin)
  expect(after.count).toBe(before.count + 1)
  const row = after.rows.find(({ id }) => id === room.body.id)
  const tickets = await testApp.call(admin, contract.tickets.listTickets, {
    body: {
      filter: { locationIds: [room.body.id] },
      categories: ['open', 'inProgress', 'waiting'],
      limit: 1,
    },
  })
  expect(row).toMatchObject({ name: 'Leaking room', lateThings: 0, openTickets: 3 })
  expect(tickets.body.count).toBe(3)
  expect(row?.within).not.toBeNull()
  expect(after.rows.filter(({ lateThings }) => lateThings === 0)[0]?.id).toBe(room.body.id)
  const there = await inNeed(await testApp.signIn('administrator', 'there'))
  expect(there.rows.map(({ id }) => id)).not.toContain(room.body.id)
})
