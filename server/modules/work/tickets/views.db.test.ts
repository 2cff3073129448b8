import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import { MAX_VIEW_COUNT, MAX_VIEWS } from '#contract/ticketViewBounds.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { statementsOf } from '#tests/statements.ts'
import { openTicketDesk, type TicketDesk } from '#tests/ticketDesk.ts'

const { ticketViews, equipment, referenceLists, referenceData, tickets } = contract
type Draft = Input<typeof ticketViews.createTicketView>['body']
let desk: TicketDesk
let pumpType: Id<'equipmentType'>
let pump: Id<'equipment'>

beforeAll(async () => {
  desk = await openTicketDesk()
  const { testApp, as } = desk
  const type = await testApp.ok(as.admin, referenceLists.createEquipmentType, {
    body: { name: 'Pump' },
  })
  pumpType = type.id
  const made = await testApp.ok(as.admin, equipment.createEquipment, {
    body: { name: 'Pump 1', typeId: type.id },
  })
  pump = made.id
  await desk.open({ equipmentId: pump, priority: 'urgent' })
  await desk.open({ equipmentId: pump, priority: 'low' })
  await desk.open({ priority: 'urgent' })
})
afterAll(() => desk.testApp.close())

const create = (draft: Partial<Draft>, by = desk.as.admin) =>
  desk.testApp.call(by, ticketViews.createTicketView, {
    body: { name: 'View', settings: {}, isShared: false, ...draft },
  })
const made = async (draft: Partial<Draft>, by = desk.as.admin) => {
  const answer = await create(draft, by)
  expect(answer.body).toMatchObject({ version: 1 })
  return answer.body
}
const listed = async (by = desk.as.admin) =>
  (await desk.testApp.ok(by, ticketViews.listTicketViews, {})).rows
const names = async (by?: string) => (await listed(by)).map(({ name }) => name)
const countOf = async (viewId: Id<'ticketView'>, by = desk.as.admin) =>
  (await desk.testApp.ok(by, ticketViews.countTicketViews, {})).counts.find(
    (one) => one.viewId === viewId,
  )?.count
const remove = (id: Id<'ticketView'>, by = desk.as.admin) =>
  desk.testApp.call(by, ticketViews.deleteTicketView, { params: { id } })
const restore = (id: Id<'ticketView'>, by = desk.as.admin) =>
  desk.testApp.call(by, ticketViews.restoreTicketView, { params: { id } })
const clear = () =>
  asSystem(desk.testApp.pool, (db) =>
    db.delete(tables.ticketView).where(ofCompany(tables.ticketView, desk.testApp.here.id)),
  )

describe('saved views of tickets', () => {
  it('are own ones first, then shared ones, and own ones are seen by their user alone', async () => {
    await clear()
    await made({ name: 'Everybody', isShared: true })
    await made({ name: 'Mine' })
    await made({ name: 'Staff’s' }, desk.as.staff)
    expect(await names()).toEqual(['Mine', 'Everybody'])
    expect(await names(desk.as.staff)).toEqual(['Staff’s', 'Everybody'])
    expect(await names(desk.as.stranger)).toEqual([])
  })

  it('are shared, changed and deleted by those alone who manage reference lists', async () => {
    await clear()
    const shared = await made({ name: 'Everybody', isShared: true })
    const own = await made({ name: 'Own' }, desk.as.staff)
    const change = (id: Id<'ticketView'>, body: object) =>
      desk.testApp.call(desk.as.staff, ticketViews.updateTicketView, {
        params: { id },
        body: { version: 1, ...body },
      })
    expect((await create({ isShared: true }, desk.as.staff)).status).toBe(403)
    expect((await change(own.id, { isShared: true })).status).toBe(403)
    expect((await change(shared.id, { name: 'Mine now' })).status).toBe(403)
    expect((await remove(shared.id, desk.as.staff)).status).toBe(403)
    expect((await remove(own.id, desk.as.admin)).status).toBe(404)
    expect((await change(own.id, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      version: 2,
    })
    expect((await change(own.id, { name: 'Late' })).status).toBe(409)
  })

  it('become own ones of the user who ends the sharing', async () => {
    await clear()
    const shared = await made({ isShared: true })
    await desk.testApp.ok(desk.as.admin, ticketViews.updateTicketView, {
      params: { id: shared.id },
      body: { version: 1, isShared: false },
    })
    expect(await listed(desk.as.staff)).toEqual([])
    expect(await listed()).toMatchObject([{ id: shared.id, isShared: false }])
  })

  it('have as many tickets as their list, for each reader by their own rights', async () => {
    await clear()
    const settings = { priorities: ['urgent' as const], search: 'leaks' }
    const { id } = await made({ settings, isShared: true })
    const mine = await made({ settings: { list: 'mine' }, isShared: true })
    const lists = (by: string) =>
      desk.testApp.ok(by, tickets.listTickets, {
        body: { priorities: ['urgent'], categories: ['open', 'inProgress', 'waiting'] },
      })
    expect(await countOf(id)).toBe(2)
    await desk.setUser('staff', { allEquipment: false, equipmentTypeIds: [] })
    expect(await countOf(id, desk.as.staff)).toBe((await lists(desk.as.staff)).count)
    expect(await countOf(id, desk.as.staff)).toBeLessThan(2)
    expect(await countOf(mine.id, desk.as.staff)).toBe(0)
    await desk.setUser('staff', { allEquipment: true, equipmentTypeIds: [pumpType] })
  })

  it('are counted in as many statements for twenty views as for one', async () => {
    await clear()
    const counting = async () =>
      (await statementsOf(desk.testApp.pool, () => countOf(0 as Id<'ticketView'>))).statements
        .length
    await made({})
    const one = await counting()
    for (let at = 0; at < 19; at += 1) await made({ settings: { overdue: true } })
    expect(await counting()).toBe(one)
    expect(MAX_VIEW_COUNT).toBe(999)
  })

  it('say which filters name something deleted, and do not show more for it', async () => {
    await clear()
    const field = await desk.testApp.ok(desk.as.admin, referenceData.createMetadataField, {
      body: {
        name: 'Order',
        dataType: 'text',
        choices: [],
        unit: null,
        equipmentTypeIds: [],
        belongsTo: 'ticket',
      },
    })
    const gone = await desk.testApp.ok(desk.as.admin, tickets.createTicketType, {
      body: {
        name: 'Short-lived',
        colour: 'red',
        states: [
          { id: null, name: 'New', category: 'open', colour: 'blue', next: null },
          { id: null, name: 'Done', category: 'closed', colour: 'blue', next: null },
        ],
      },
    })
    const stateId = gone.states[0]?.id ?? (0 as Id<'ticketState'>)
    const view = await made({
      settings: {
        types: [gone.id],
        states: [stateId],
        ownField: field.id,
        ownText: 'PO',
        equipment: [pump],
      },
    })
    expect(view.missing).toEqual([])
    for (const remove of [
      () => desk.testApp.ok(desk.as.admin, tickets.deleteTicketType, { params: { id: gone.id } }),
      () =>
        desk.testApp.ok(desk.as.admin, referenceData.deleteMetadataField, {
          params: { id: field.id },
        }),
    ])
      await remove()
    expect(await listed()).toMatchObject([
      { missing: ['types', 'states', 'ownField'], settings: { types: [gone.id] } },
    ])
    expect(await countOf(view.id)).toBe(0)
    const renamed = await desk.testApp.call(desk.as.admin, ticketViews.updateTicketView, {
      params: { id: view.id },
      body: { version: 1, name: 'Still there', settings: view.settings },
    })
    expect(renamed.body).toMatchObject({ name: 'Still there' })
    expect((await create({ settings: { types: [gone.id] } })).body).toMatchObject({
      errors: [{ path: 'body.settings.types' }],
    })
  })

  it('say that a reader may not see what they filter by', async () => {
    await clear()
    await made({ settings: { equipment: [pump] }, isShared: true })
    await desk.setUser('staff', { allEquipment: false, equipmentTypeIds: [] })
    expect(await listed(desk.as.staff)).toMatchObject([{ missing: ['equipment'] }])
    await desk.setUser('staff', { allEquipment: true, equipmentTypeIds: [] })
    expect(await listed(desk.as.staff)).toMatchObject([{ missing: [] }])
  })

  it('can be restored for a day after they were deleted, with everybody’s choice of them', async () => {
    await clear()
    const view = await made({ name: 'Back again', isShared: true })
    const choose = (viewId: Id<'ticketView'> | null, by: string) =>
      desk.testApp.call(by, ticketViews.chooseTicketView, { body: { viewId } })
    expect((await choose(view.id, desk.as.staff)).status).toBe(200)
    await remove(view.id)
    expect(await names()).toEqual([])
    expect((await choose(view.id, desk.as.staff)).status).toBe(404)
    expect((await restore(view.id, desk.as.staff)).status).toBe(403)
    expect((await restore(view.id)).body).toMatchObject({ name: 'Back again' })
    expect(await listed(desk.as.staff)).toMatchObject([{ isDefault: true }])
    expect(await listed()).toMatchObject([{ isDefault: false }])
    await remove(view.id)
    await desk.pass(25)
    desk.as.staff = await desk.testApp.signIn('staff')
    expect((await restore(view.id)).status).toBe(404)
  })

  it('open the list of a user by one view at most', async () => {
    await clear()
    const [one, other] = [await made({ name: 'One' }), await made({ name: 'Other' })]
    const choose = (viewId: Id<'ticketView'> | null) =>
      desk.testApp.ok(desk.as.admin, ticketViews.chooseTicketView, { body: { viewId } })
    const chosen = async () =>
      (await listed()).filter(({ isDefault }) => isDefault).map(({ name }) => name)
    await choose(one.id)
    await choose(other.id)
    expect(await chosen()).toEqual(['Other'])
    await choose(null)
    expect(await chosen()).toEqual([])
  })

  it('stand in the order that was given, new ones behind', async () => {
    await clear()
    const [a, b, c] = [
      await made({ name: 'A' }),
      await made({ name: 'B' }),
      await made({ name: 'C' }),
    ]
    const order = (viewIds: Id<'ticketView'>[], by = desk.as.admin) =>
      desk.testApp.call(by, ticketViews.orderTicketViews, { body: { viewIds } })
    await order([c.id, a.id])
    await made({ name: 'D' })
    expect(await names()).toEqual(['C', 'A', 'B', 'D'])
    expect((await order([b.id], desk.as.staff)).status).toBe(404)
    const shared = await made({ isShared: true })
    expect((await order([shared.id], desk.as.staff)).status).toBe(403)
  })

  it(`are at most ${MAX_VIEWS} of a user and ${MAX_VIEWS} shared ones`, async () => {
    await clear()
    await asSystem(desk.testApp.pool, (db) =>
      db.insert(tables.ticketView).values(
        Array.from({ length: MAX_VIEWS }, (_, position) => ({
          companyId: desk.testApp.here.id,
          ownerId: desk.testApp.here.users.administrator,
          name: `View ${position}`,
          settings: {},
          position,
        })),
      ),
    )
    const full = { errors: [{ code: 'tooManyViews', message: String(MAX_VIEWS) }] }
    expect(await create({})).toMatchObject({ status: 409, body: full })
    const shared = await made({ isShared: true })
    const unshare = await desk.testApp.call(desk.as.admin, ticketViews.updateTicketView, {
      params: { id: shared.id },
      body: { version: 1, isShared: false },
    })
    expect(unshare).toMatchObject({ status: 409, body: full })
    await made({}, desk.as.staff)
  })

  it('stay when a user is deactivated: shared ones for all, own ones for later', async () => {
    await clear()
    await made({ name: 'Own of staff' }, desk.as.staff)
    await desk.setUser('staff', { isActive: false })
    await desk.setUser('staff', { isActive: true })
    desk.as.staff = await desk.testApp.signIn('staff')
    expect(await names(desk.as.staff)).toEqual(['Own of staff'])
  })
})
