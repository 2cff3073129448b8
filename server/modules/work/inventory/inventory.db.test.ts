import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { exportAsCsv } from '#tests/listExport.ts'
import { ok, openStockedWard, type StockedWard } from '#tests/stockedWard.ts'

const { inventory, journal, locations, referenceData } = contract

const saidOf = ({ status, body }: { status: number; body: unknown }) => {
  const [error] = (body as { errors?: { path: string; code: string }[] }).errors ?? []
  return `${status} ${error?.path} ${error?.code}`
}

let ward: StockedWard
let staff: string, stranger: string
beforeAll(async () => {
  ward = await openStockedWard()
  staff = await ward.testApp.signIn('staff')
  stranger = await ward.testApp.signIn('administrator', 'there')
})
afterAll(() => ward.testApp.close())
beforeEach(async () => {
  ward.item = await ward.newItem()
})

describe('stock movements', () => {
  it('are kept by lot, in history and in the journal, exactly to the decimal', async () => {
    for (let time = 0; time < 10; time += 1)
      await ward.receive(0.1, { lot: ' A ', expiresOn: null })
    const { id } = await ward.receive(2, { lot: 'B', expiresOn: '2027-01-01', reason: 'Delivery' })
    expect(await ward.lotsOf(id)).toEqual([
      ['B', 2],
      ['A', 1],
    ])
    expect(await ward.one(id)).toMatchObject({
      amount: 3,
      nextExpiry: '2027-01-01',
      state: 'enough',
    })
    expect((await ward.shortHistory(id))[0]).toEqual(['received', 2, 3])
    const told = await ok(
      ward.testApp.call(ward.admin, journal.listJournal, {
        body: { entity: 'inventoryItem', entityId: ward.item },
      }),
    )
    expect(told.rows[0]?.changes).toMatchObject([
      { field: 'stock', part: { kind: 'location', name: 'Ward' }, before: 1, after: 3 },
      { field: 'reason', after: 'Delivery' },
    ])
  })

  it('are exported as the list shows them, for users who see the location', async () => {
    const file = (token: string) =>
      exportAsCsv(ward.testApp, token, { list: 'stock', question: { itemIds: [ward.item] } })
    const { rows } = await ok(
      ward.testApp.call(ward.admin, inventory.listStock, { body: { itemIds: [ward.item] } }),
    )
    const lines = (await file(ward.admin)).trim().split('\r\n')
    expect(lines[0]).toContain('item,location,amount,unit,minimum,state,nextExpiry')
    expect(lines).toHaveLength(1 + rows.length)
    expect((await file(stranger)).trim().split('\r\n')).toHaveLength(1)
  })

  it('are counted, discarded and moved by lot, and each is undone once', async () => {
    const { id } = await ward.receive(10, { lot: 'A', expiresOn: '2027-01-01' })
    const lotId = (await ward.one(id)).lots[0]?.id ?? (0 as Id<'stockLot'>)
    const counted = await ok(
      ward.testApp.call(ward.admin, inventory.correctStock, {
        params: { id },
        body: { lotId, amount: 8, reason: 'Counted' },
      }),
    )
    const thrown = await ok(
      ward.testApp.call(ward.admin, inventory.discardStock, {
        params: { id },
        body: { lotId, amount: 1, reason: 'Broken' },
      }),
    )
    const moved = await ok(
      ward.testApp.call(ward.admin, inventory.moveStock, {
        params: { id },
        body: { lotId, amount: 3, locationId: ward.room },
      }),
    )
    expect(moved.stock.amount).toBe(4)
    const [there] = await ward.listed(ward.admin, { locationIds: [ward.room] })
    expect(there).toMatchObject({ amount: 3, nextExpiry: '2027-01-01' })
    expect((await ward.history(id))[0]).toMatchObject({
      kind: 'moved',
      otherPlace: { name: 'Room 1' },
      mayBeUndone: true,
    })
    const undo = (movementId: Id<'stockMovement'>) =>
      ward.testApp.call(ward.admin, inventory.undoStockMovement, { params: { id: movementId } })
    for (const { movementId } of [moved, thrown, counted]) await ok(undo(movementId))
    expect(await ward.one(id)).toMatchObject({ amount: 10 })
    expect(await ward.listed(ward.admin, { locationIds: [ward.room] })).toMatchObject([
      { amount: 0 },
    ])
    expect(saidOf(await undo(moved.movementId))).toBe('409  undoneAlready')
    const [last] = await ward.history(id)
    expect(saidOf(await undo(last?.id ?? (0 as Id<'stockMovement'>)))).toBe('409  ofPerformance')
  })

  it('are refused if so much is not there, nothing would change, or the location stays', async () => {
    const { id } = await ward.receive(2, { lot: 'A' })
    const lotId = (await ward.one(id)).lots[0]?.id ?? (0 as Id<'stockLot'>)
    const of = { params: { id } }
    const reason = 'x'
    const said = async (answer: Promise<{ status: number; body: unknown }>) => saidOf(await answer)
    expect(
      await said(
        ward.testApp.call(ward.admin, inventory.discardStock, {
          ...of,
          body: { lotId, amount: 2.1, reason },
        }),
      ),
    ).toBe('409 body.amount notEnough')
    expect(
      await said(
        ward.testApp.call(ward.admin, inventory.correctStock, {
          ...of,
          body: { lotId, amount: 2, reason },
        }),
      ),
    ).toBe('400 body.amount same')
    expect(
      await said(
        ward.testApp.call(ward.admin, inventory.moveStock, {
          ...of,
          body: { lotId, amount: 1, locationId: ward.location },
        }),
      ),
    ).toBe('400 body.locationId same')
    expect(await said(ward.testApp.call(ward.admin, inventory.stopStock, of))).toBe(
      '409  stockLeft',
    )
  })

  it('lose nothing when two write at once', async () => {
    const { id } = await ward.receive(1)
    await Promise.all(Array.from({ length: 8 }, () => ward.receive(1)))
    expect(await ward.one(id)).toMatchObject({ amount: 9 })
    expect((await ward.history(id)).map(({ after }) => after)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  it('are never changed afterwards', async () => {
    const { id } = await ward.receive(1)
    await expect(
      asSystem(ward.testApp.pool, (db) =>
        db
          .update(tables.stockMovement)
          .set({ amount: 5 })
          .where(eq(tables.stockMovement.stockId, id)),
      ),
    ).rejects.toThrow('stock_movement')
  })
})

describe('a stock movement that is sent twice', () => {
  it('moves the amount once, also at once', async () => {
    const clientKey = ward.key()
    const answers = await Promise.all([
      ward.receive(7, { clientKey }),
      ward.receive(7, { clientKey }),
    ])
    const again = await ward.receive(7, { clientKey })
    const [{ id }] = answers
    expect([...answers, again].map((stock) => [stock.id, stock.amount])).toEqual([
      [id, 7],
      [id, 7],
      [id, 7],
    ])
    const lotId = (await ward.one(id)).lots[0]?.id as Id<'stockLot'>
    const discarded = ward.key()
    const moved = ward.key()
    for (const _ of [1, 2]) {
      await ok(
        ward.testApp.call(ward.admin, inventory.discardStock, {
          params: { id },
          body: { lotId, amount: 1, reason: 'Broken', clientKey: discarded },
        }),
      )
      await ok(
        ward.testApp.call(ward.admin, inventory.moveStock, {
          params: { id },
          body: { lotId, amount: 2, locationId: ward.building, clientKey: moved },
        }),
      )
    }
    expect(await ward.shortHistory(id)).toEqual([
      ['moved', -2, 4],
      ['discarded', -1, 6],
      ['received', 7, 7],
    ])
  })
})

it('the list of stock filters by state as each row shows it', async () => {
  const stay = await ward.receive(5)
  await ward.minimumOf(3)
  await ward.receive(2, { expiresOn: '2026-11-25' }, ward.room)
  const expired = await ward.receive(2, { expiresOn: '2026-11-19' }, ward.building)
  await ward.minimumOf(9, ward.building)
  for (const state of ['negative', 'expired', 'low', 'expiring', 'enough'] as const)
    expect((await ward.listed(ward.admin, { states: [state] })).map((row) => row.id)).toEqual(
      (await ward.listed(ward.admin)).filter((row) => row.state === state).map((row) => row.id),
    )
  expect((await ward.listed(ward.admin)).map(({ state }) => state)).toEqual([
    'expired',
    'expiring',
    'enough',
  ])
  expect((await ward.listed(ward.admin, { search: 'hOUSE' })).map(({ id }) => id)).toEqual([
    expired.id,
  ])
  expect(
    (await ward.listed(ward.admin, { locationIds: [ward.location], sort: '-amount' }))[0]?.id,
  ).toBe(stay.id)
  const answer = await ok(ward.testApp.call(ward.admin, referenceData.getInventories, { body: {} }))
  expect(answer.rows.find(({ id }) => id === ward.item)).toMatchObject({ inStock: 9, lowAt: 1 })
})

it('stock keeps its item and its location, until it is ended', async () => {
  const { id } = await ward.receive(1, { lot: 'A' }, ward.room)
  const other = await ward.newItem()
  const remove = async () =>
    saidOf(
      await ward.testApp.call(ward.admin, referenceData.deleteInventoryItem, {
        params: { id: ward.item },
      }),
    )
  expect(await remove()).toBe('409  inUse')
  expect(
    saidOf(
      await ward.testApp.call(ward.admin, locations.deleteLocation, { params: { id: ward.room } }),
    ),
  ).toBe('409  notEmpty')
  await ok(
    ward.testApp.call(ward.admin, inventory.receiveStock, {
      body: { itemId: other, locationId: ward.room, amount: 1 },
    }),
  )
  const replace = ward.testApp.call(ward.admin, referenceData.replaceInventoryItem, {
    params: { id: ward.item },
    body: { by: other },
  })
  expect(saidOf(await replace)).toBe('409 body.by keptBoth')
  await ok(
    ward.testApp.call(ward.admin, inventory.correctStock, {
      params: { id },
      body: { lotId: (await ward.one(id)).lots[0]?.id ?? null, amount: 0, reason: 'Empty' },
    }),
  )
  await ok(ward.testApp.call(ward.admin, inventory.stopStock, { params: { id } }))
  expect(await ward.listed(ward.admin)).toEqual([])
  await ward.receive(1, {}, ward.room)
  expect(await ward.listed(ward.admin)).toMatchObject([{ id, amount: 1 }])
})

it('stock is read with its location, written with the right, and only in its company', async () => {
  const hidden = await ward.receive(1, {}, ward.building)
  const { id } = await ward.receive(4)
  const lotId = (await ward.one(id)).lots[0]?.id ?? (0 as Id<'stockLot'>)
  await ok(
    ward.testApp.call(ward.admin, inventory.moveStock, {
      params: { id },
      body: { lotId, amount: 1, locationId: ward.building },
    }),
  )
  await asSystem(ward.testApp.pool, (db) =>
    db
      .update(tables.user)
      .set({ allLocations: false, locationTypeIds: [ward.plain] })
      .where(
        ofCompany(
          tables.user,
          ward.testApp.here.id,
          eq(tables.user.id, ward.testApp.here.users.staff),
        ),
      ),
  )
  expect((await ward.listed(staff)).map((row) => row.id)).toEqual([id])
  expect((await ward.history(id, staff))[0]).toMatchObject({ kind: 'moved', otherPlace: null })
  const asked = (by: string, of: Id<'stock'>) =>
    ward.testApp.call(by, inventory.getStock, { params: { id: of } })
  expect((await asked(staff, hidden.id)).status).toBe(404)
  expect((await asked(stranger, id)).status).toBe(404)
  const sums = await ok(ward.testApp.call(staff, referenceData.getInventories, { body: {} }))
  expect(sums.rows.find((row) => row.id === ward.item)).toMatchObject({ inStock: 3 })
  const discard = { params: { id }, body: { lotId, amount: 1, reason: 'x' } }
  expect((await ward.testApp.call(staff, inventory.discardStock, discard)).status).toBe(403)
  expect((await ward.testApp.call(stranger, inventory.discardStock, discard)).status).toBe(404)
})
