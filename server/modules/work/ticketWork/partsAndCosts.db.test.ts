import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { MAX_COSTS } from '#contract/ticketWork/ticketCosts.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openWorkDesk, type WorkDesk } from '#tests/workDesk.ts'

const { inventory, journal, locations, referenceData, referenceLists } = contract
const { ticketCostCalls, ticketWorkCalls } = contract
let desk: WorkDesk
let ticket: TicketDetail
let itemId: Id<'inventoryItem'>
let locationId: Id<'location'>
let stockId: Id<'stock'>

beforeAll(async () => {
  desk = await openWorkDesk()
  const type = await desk.testApp.ok(desk.as.admin, referenceLists.createLocationType, {
    body: { name: 'Store' },
  })
  const place = await desk.testApp.ok(desk.as.admin, locations.createLocation, {
    body: { name: 'Workshop', typeId: type.id },
  })
  locationId = place.id
})
afterAll(() => desk.testApp.close())

let made = 0
const receive = (amount: number, lot = '', expiresOn: string | null = null) =>
  desk.testApp.ok(desk.as.admin, inventory.receiveStock, {
    body: { itemId, locationId, amount, lot, expiresOn },
  })
beforeEach(async () => {
  ticket = await desk.open()
  const item = await desk.testApp.ok(desk.as.admin, referenceData.createInventoryItem, {
    body: {
      name: `Filter ${++made}`,
      unit: 'pcs',
      category: 'Parts',
      hasDoses: false,
      procedureIds: [],
    },
  })
  itemId = item.id
  stockId = (await receive(2, 'Late', '2028-01-01')).stock.id
  await receive(3, 'Early', '2027-01-01')
})

const use = (amount: number, by = desk.as.admin, more: { clientKey?: string } = {}) =>
  desk.testApp.call(by, ticketWorkCalls.usePart, {
    params: { id: ticket.id },
    body: { stockId, amount, ...more },
  })
const stockNow = () =>
  desk.testApp.ok(desk.as.admin, inventory.getStock, { params: { id: stockId } })
const history = async (by = desk.as.admin) =>
  (
    await desk.testApp.ok(by, inventory.listStockMovements, {
      params: { id: stockId },
      body: { limit: 20 },
    })
  ).rows
const price = (value: number | null, by = desk.as.admin) =>
  desk.testApp.call(by, ticketCostCalls.setItemPrice, {
    params: { id: itemId },
    body: { price: value },
  })
const costs = (by = desk.as.admin) =>
  desk.testApp.call(by, ticketCostCalls.getTicketCosts, { params: { id: ticket.id } })
const addCost = (more: object = {}, by = desk.as.admin) =>
  desk.testApp.call(by, ticketCostCalls.addCost, {
    params: { id: ticket.id },
    body: { day: '2026-11-19', amount: 120.5, text: 'Call-out', ...more },
  })

describe('a part of a ticket', () => {
  it('is taken first expired first, once for a key, with movements that name the ticket', async () => {
    const clientKey = randomUUID()
    await use(4, desk.as.admin, { clientKey })
    await use(4, desk.as.admin, { clientKey })
    const { parts } = await desk.work(ticket.id)
    expect(parts).toMatchObject([{ amount: 4, after: 1, stock: { id: stockId } }])
    expect((await stockNow()).lots.map(({ name, amount }) => [name, amount])).toEqual([['Late', 1]])
    expect((await history()).slice(0, 2)).toMatchObject([
      { kind: 'used', amount: -1, ticketId: ticket.id },
      { kind: 'used', amount: -3, ticketId: ticket.id },
    ])
    expect(await stockNow()).toMatchObject({ used: 4 })
  })

  it('may take the stock below zero, which is said and not refused', async () => {
    expect((await use(7)).status).toBe(200)
    expect(await stockNow()).toMatchObject({ amount: -2, state: 'negative' })
    expect((await desk.work(ticket.id)).parts[0]).toMatchObject({ amount: 7, after: -2 })
  })

  it('is put back whole, from the ticket or from the stock, and once', async () => {
    await use(4)
    const [part] = (await desk.work(ticket.id)).parts
    const undo = () =>
      desk.testApp.call(desk.as.admin, ticketWorkCalls.undoPart, {
        params: { id: ticket.id, movementId: part?.movementId ?? 0 },
      })
    expect((await undo()).body.parts).toEqual([])
    expect((await undo()).body).toMatchObject({ errors: [{ code: 'undoneAlready' }] })
    expect((await stockNow()).amount).toBe(5)
    await use(4)
    const [last] = await history()
    await desk.testApp.ok(desk.as.admin, inventory.undoStockMovement, {
      params: { id: last?.id ?? 0 },
    })
    expect(await stockNow()).toMatchObject({ amount: 5, used: 0 })
    expect((await desk.work(ticket.id)).parts).toEqual([])
  })

  it('keeps the price that it had, and is rounded to the currency', async () => {
    await price(0.33)
    await use(1.5)
    await price(9)
    expect((await costs()).body).toMatchObject({
      parts: [{ price: 0.33, cost: 0.5 }],
      partsTotal: 0.5,
      total: 0.5,
    })
  })

  it('needs the right to handle tickets', async () => {
    expect((await use(1, desk.as.staff)).status).toBe(403)
  })
})

describe('costs of a ticket', () => {
  it('are added, changed and removed, and add up exactly', async () => {
    await addCost({ amount: 0.1 })
    await addCost({ amount: 0.2 })
    const { body } = await costs()
    expect([body.total, body.currency, body.costs.length]).toEqual([0.3, 'EUR', 2])
    const [last] = body.costs
    const change = (version: number) =>
      desk.testApp.call(desk.as.admin, ticketCostCalls.updateCost, {
        params: { id: last?.id ?? 0 },
        body: { day: '2026-11-20', amount: 5, text: 'Travel', version },
      })
    expect((await change(1)).body.total).toBe(5.1)
    expect((await change(1)).status).toBe(409)
    const removed = await desk.testApp.call(desk.as.admin, ticketCostCalls.deleteCost, {
      params: { id: last?.id ?? 0 },
    })
    expect(removed.body.total).toBe(0.1)
  })

  it('are refused for a day to come, and for one long before the ticket', async () => {
    expect((await addCost({ amount: 1, day: '2035-01-01' })).body).toMatchObject({
      errors: [{ path: 'body.day', code: 'future' }],
    })
    expect((await addCost({ amount: 1, day: '1999-01-01' })).body).toMatchObject({
      errors: [{ path: 'body.day', code: 'beforeTicket' }],
    })
  })

  it('are refused with more decimals than the currency has, and without a currency', async () => {
    expect((await addCost({ amount: 1.005 })).body).toMatchObject({
      errors: [{ code: 'tooPrecise', message: '2' }],
    })
    expect((await desk.turn({ currency: null })).body).toMatchObject({
      errors: [{ code: 'currencyInUse', message: 'EUR' }],
    })
  })

  it('keep one PDF or picture, which is read with the right alone and goes with the cost', async () => {
    const upload = async (name: string, bytes: string, mime: string) =>
      (
        (await desk.testApp.upload(desk.as.admin, '/api/files', name, bytes, mime)).body as {
          id: Id<'file'>
        }
      ).id
    const text = await upload('notes.txt', 'words', 'text/plain')
    expect((await addCost({ fileId: text })).body).toMatchObject({
      errors: [{ path: 'body.fileId', code: 'notACostFile' }],
    })
    const fileId = await upload('invoice.pdf', '%PDF-1.7 an invoice', 'application/pdf')
    const { body } = await addCost({ fileId })
    expect(body.costs[0]?.file).toMatchObject({ name: 'invoice.pdf' })
    expect((await addCost({ fileId })).status).toBe(404)
    const read = async (by: string) =>
      (await desk.testApp.raw(by, 'GET', `/api/files/${fileId}`)).status
    expect(await read(desk.as.admin)).toBe(200)
    expect(await read(await desk.grant())).toBe(404)
    expect(await read(await desk.grant('viewer|costs'))).toBe(200)
  })

  it('are at most 200, and one for a key', async () => {
    const clientKey = randomUUID()
    await addCost({ clientKey })
    await addCost({ clientKey })
    expect((await costs()).body.costs).toHaveLength(1)
    await asSystem(desk.testApp.pool, (db) =>
      db.insert(tables.ticketCost).values(
        Array.from({ length: MAX_COSTS - 1 }, () => ({
          companyId: desk.testApp.here.id,
          ticketId: ticket.id,
          day: '2026-11-20',
          amount: 1,
          text: 'Part',
          addedBy: desk.testApp.here.users.administrator,
        })),
      ),
    )
    expect((await addCost()).body).toMatchObject({ errors: [{ code: 'tooManyCosts' }] })
  })

  it('appear nowhere without the right: calls, timeline, journal', async () => {
    await price(77.25)
    await use(1)
    await addCost({ text: 'Secret invoice', amount: 4_321 })
    const plain = await desk.grant('viewer|journal')
    for (const answer of [
      await costs(plain),
      await addCost({}, plain),
      await price(1, plain),
      await desk.testApp.call(plain, ticketCostCalls.getItemPrice, { params: { id: itemId } }),
    ])
      expect(answer.status).toBe(403)
    const told = JSON.stringify([
      await desk.work(ticket.id, plain),
      await desk.read(ticket.id, plain),
      await desk.timeline(ticket.id, {}, plain),
      await history(plain),
      await desk.testApp.ok(plain, journal.listJournal, { body: { limit: 100 } }),
      await desk.testApp.ok(plain, journal.listJournal, {
        body: { limit: 100, entity: 'inventoryItem', entityId: itemId },
      }),
      await desk.testApp.ok(plain, referenceData.listInventoryItems, { body: { limit: 100 } }),
    ])
    expect(told).not.toContain('Secret invoice')
    expect(told).not.toContain('4321')
    expect(told).not.toContain('77.25')
    expect(JSON.stringify(await desk.timeline(ticket.id))).toContain('Secret invoice')
  })
})
