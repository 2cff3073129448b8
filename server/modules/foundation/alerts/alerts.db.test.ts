import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { inCompany, asSystem } from '#kernel/data/transaction.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

/** The bell: what is listed, seen and followed. Recipients are tested in happenings.db.test.ts. */
const { alerts, equipment, referenceLists, tickets } = contract
let testApp: TestApp
let admin: string, technician: string, staff: string, stranger: string
let typeId: Id<'equipmentType'>, pump: Id<'equipment'>, ticketTypeId: Id<'ticketType'>

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  technician = await testApp.signIn('technician')
  staff = await testApp.signIn('staff')
  stranger = await testApp.signIn('administrator', 'there')
  typeId = (
    await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pump' } })
  ).body.id
  ticketTypeId = (
    await testApp.call(admin, tickets.createTicketType, {
      body: {
        name: 'Repair',
        colour: 'red',
        states: [
          { id: null, name: 'New', category: 'open', colour: 'blue', next: null },
          { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
        ],
      },
    })
  ).body.id
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await asSystem(testApp.pool, (db) => db.delete(tables.alert))
  pump = (
    await testApp.call(admin, equipment.createEquipment, { body: { name: 'Pump 1', typeId } })
  ).body.id
})

const listed = async (by: string, question: object = {}) =>
  (await testApp.call(by, alerts.listAlerts, { body: { limit: 50, offset: 0, ...question } })).body
const follow = (by: string, follows: boolean, id = pump) =>
  testApp.call(by, alerts.setEquipmentFollow, { params: { id }, body: { follows } })
const see = (by: string, alertIds: Id<'alert'>[] | null) =>
  testApp.call(by, alerts.seeAlerts, { body: { alertIds } })
const give = async (title: string, equipmentId: Id<'equipment'> | null = null) => {
  testApp.clock.advance(1_000)
  const answer = await testApp.call(admin, tickets.openTicket, {
    body: { title, ticketTypeId, equipmentId, assigneeId: testApp.here.users.technician },
  })
  expect(answer.status).toBe(200)
}
const titles = async (question: object = {}) =>
  (await listed(technician, question)).rows.map(({ ticket }) => ticket?.title)

describe('POST /api/alerts/get', () => {
  it('answers newest first, counts beyond the page, and reverses the order on request', async () => {
    for (const title of ['First', 'Second', 'Third']) await give(title)
    expect(await titles()).toEqual(['Third', 'Second', 'First'])
    expect(await titles({ sort: 'at' })).toEqual(['First', 'Second', 'Third'])
    expect(await listed(technician, { limit: 1, offset: 1 })).toMatchObject({
      count: 3,
      unseen: 3,
      rows: [{ ticket: { title: 'Second' }, kind: 'ticketGiven', by: 'administrator here' }],
    })
  })

  it('filters by equipment', async () => {
    await give('On the pump', pump)
    await give('Anywhere')
    expect(await titles({ equipmentId: pump })).toEqual(['On the pump'])
    expect(await titles({ equipmentId: pump + 1_000 })).toEqual([])
  })

  it('shows nobody else’s alerts, in this company or another', async () => {
    await give('Yours')
    for (const other of [staff, admin, stranger])
      expect(await listed(other)).toMatchObject({ count: 0, unseen: 0, rows: [] })
  })

  it.each([
    ['a page without end', { limit: 100_000 }],
    ['an order it has not', { sort: 'text' }],
    ['what it does not know', { everyone: true }],
  ])('refuses %s', async (_what, question) => {
    const body = { limit: 50, offset: 0, ...question }
    expect((await testApp.raw(technician, 'POST', '/api/alerts/get', body)).status).toBe(400)
  })
})

describe('marking alerts as seen', () => {
  it('marks the named ones at that moment, and once', async () => {
    for (const title of ['First', 'Second']) await give(title)
    const [second] = (await listed(technician)).rows
    const ids = [second?.id ?? (0 as Id<'alert'>)]
    expect((await see(technician, ids)).body).toEqual({ seen: 1 })
    const at = testApp.clock.now().toISOString()
    testApp.clock.advance(1_000)
    expect((await see(technician, ids)).body).toEqual({ seen: 0 })
    expect((await listed(technician)).rows.map(({ seenAt }) => seenAt)).toEqual([at, null])
    expect(await titles({ isUnseen: true })).toEqual(['First'])
    expect(await titles({ isUnseen: false })).toEqual(['Second'])
    expect((await listed(technician, { isUnseen: false })).unseen).toBe(1)
  })

  it('marks all if none are named, and none if the list is empty', async () => {
    for (const title of ['First', 'Second']) await give(title)
    expect((await see(technician, [])).body).toEqual({ seen: 0 })
    expect((await listed(technician)).unseen).toBe(2)
    expect((await see(technician, null)).body).toEqual({ seen: 2 })
    expect((await listed(technician)).unseen).toBe(0)
  })

  it('refuses another user’s alert, and then marks none of the others', async () => {
    await give('First')
    const [own] = (await listed(technician)).rows
    const id = own?.id ?? (0 as Id<'alert'>)
    for (const other of [staff, stranger])
      expect(await see(other, [id])).toMatchObject({
        status: 404,
        body: { errors: [{ path: 'body.alertIds' }] },
      })
    expect((await see(technician, [id, 999_999 as Id<'alert'>])).status).toBe(404)
    expect((await listed(technician)).unseen).toBe(1)
  })

  it('leaves alerts of other users with the same cause unseen', async () => {
    for (const by of [technician, staff]) await follow(by, true)
    await testApp.call(admin, equipment.updateEquipment, {
      params: { id: pump },
      body: {
        version: 1,
        statusId: (
          await testApp.call(admin, referenceLists.createEquipmentStatus, {
            body: { name: `Broken ${pump}`, colour: 'red', isUsable: false },
          })
        ).body.id,
      },
    })
    await see(technician, null)
    expect([(await listed(technician)).unseen, (await listed(staff)).unseen]).toEqual([0, 1])
  })
})

describe('following an equipment', () => {
  it('is one’s own, counted once, and ends on request', async () => {
    expect((await follow(technician, true)).body).toEqual({ follows: true, followers: 1 })
    expect((await follow(technician, true)).body).toEqual({ follows: true, followers: 1 })
    expect((await follow(staff, true)).body).toEqual({ follows: true, followers: 2 })
    const asked = await testApp.call(admin, alerts.getEquipmentFollow, { params: { id: pump } })
    expect(asked.body).toEqual({ follows: false, followers: 2 })
    expect((await follow(technician, false)).body).toEqual({ follows: false, followers: 1 })
    expect((await follow(technician, false)).body).toEqual({ follows: false, followers: 1 })
  })

  it('is refused for a hidden one, another company’s, or one that does not exist', async () => {
    const see = (allEquipment: boolean) =>
      asSystem(testApp.pool, (db) =>
        db
          .update(tables.user)
          .set({ allEquipment, equipmentTypeIds: [] })
          .where(
            ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users.staff)),
          ),
      )
    await see(false)
    try {
      expect((await follow(staff, true)).status).toBe(404)
    } finally {
      await see(true)
    }
    expect((await follow(stranger, true)).status).toBe(404)
    expect((await follow(admin, true, 999_999 as Id<'equipment'>)).status).toBe(404)
    const followers = await inCompany(testApp.pool, testApp.here.id, (db) =>
      db
        .select()
        .from(tables.equipmentFollower)
        .where(eq(tables.equipmentFollower.equipmentId, pump)),
    )
    expect(followers).toEqual([])
  })
})
