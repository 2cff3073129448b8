import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { StockRow } from '#contract/inventory.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { exportAsCsv } from '#tests/listExport.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { alerts, inventory, journal, locations, procedureLogs, procedures } = contract
const { referenceData, referenceLists, equipment } = contract
let testApp: TestApp
let admin: string, staff: string, stranger: string
let item: Id<'inventoryItem'>, procedure: Id<'procedure'>
let house: Id<'location'>, ward: Id<'location'>, room: Id<'location'>, pump: Id<'equipment'>
let secret: Id<'locationType'>, plain: Id<'locationType'>

const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const saidOf = ({ status, body }: { status: number; body: unknown }) => {
  const [error] = (body as { errors?: { path: string; code: string }[] }).errors ?? []
  return `${status} ${error?.path} ${error?.code}`
}
let made = 0
const newItem = async () =>
  (
    await ok(
      testApp.call(admin, referenceData.createInventoryItem, {
        body: {
          name: `Vaccine ${(made += 1)}`,
          unit: 'vial',
          category: 'Medicines',
          hasDoses: true,
          procedureIds: [],
        },
      }),
    )
  ).id

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  staff = await testApp.signIn('staff')
  stranger = await testApp.signIn('administrator', 'there')
  const kindOf = async (name: string) =>
    (await ok(testApp.call(admin, referenceLists.createLocationType, { body: { name } }))).id
  ;[plain, secret] = [await kindOf('Room'), await kindOf('Vault')]
  const place = async (name: string, parentId: Id<'location'> | null, typeId = plain) =>
    (await ok(testApp.call(admin, locations.createLocation, { body: { name, typeId, parentId } })))
      .id
  house = await place('House', null, secret)
  ward = await place('Ward', house)
  room = await place('Room 1', ward)
  const type = await ok(
    testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pump' } }),
  )
  pump = (
    await ok(
      testApp.call(admin, equipment.createEquipment, {
        body: { name: 'Pump 1', typeId: type.id, locationId: room },
      }),
    )
  ).id
  const procedureType = await ok(
    testApp.call(admin, referenceLists.createProcedureType, {
      body: { name: 'Round', isTracer: false, retentionDays: null, legalHold: false },
    }),
  )
  procedure = (
    await ok(
      testApp.call(admin, procedures.createProcedure, {
        body: {
          name: 'Ward round',
          typeId: procedureType.id,
          target: 'either',
          questions: [],
        },
      }),
    )
  ).id
})
afterAll(() => testApp.close())
beforeEach(async () => {
  item = await newItem()
})

const receive = async (amount: number, facts: object = {}, locationId = ward): Promise<StockRow> =>
  (
    await ok(
      testApp.call(admin, inventory.receiveStock, {
        body: { itemId: item, locationId, amount, ...facts },
      }),
    )
  ).stock
const one = (id: Id<'stock'>) => ok(testApp.call(admin, inventory.getStock, { params: { id } }))
const history = async (id: Id<'stock'>, by = admin) =>
  (await ok(testApp.call(by, inventory.listStockMovements, { params: { id }, body: {} }))).rows
const shortHistory = async (id: Id<'stock'>) =>
  (await history(id)).map(({ kind, amount, after }) => [kind, amount, after])
const lotsOf = async (id: Id<'stock'>) =>
  (await one(id)).lots.map(({ name, amount }) => [name, amount])
const minimumOf = (minimum: number | null, locationId = ward) =>
  ok(testApp.call(admin, inventory.keepStock, { body: { itemId: item, locationId, minimum } }))
const listed = async (by: string, question: object = {}) =>
  (
    await ok(
      testApp.call(by, inventory.listStock, { body: { limit: 50, itemIds: [item], ...question } }),
    )
  ).rows
let keys = 0
const key = () => `00000000-0000-4000-8000-${String((keys += 1)).padStart(12, '0')}`
const perform = (
  amount: number,
  discardedDoses = 0,
  about: object = { equipmentId: pump, locationId: null },
  clientKey = key(),
) =>
  ok(
    testApp.call(admin, procedureLogs.submitProcedureLog, {
      body: {
        clientKey,
        procedureId: procedure,
        procedureVersion: 1,
        equipmentId: null,
        locationId: null,
        startedAt: testApp.clock.now().toISOString(),
        answers: [],
        used: [{ itemId: item, amount, discardedDoses }],
        ...about,
      },
    }),
  )

describe('stock movements', () => {
  it('are kept by lot, in history and in the journal, exactly to the decimal', async () => {
    for (let time = 0; time < 10; time += 1) await receive(0.1, { lot: ' A ', expiresOn: null })
    const { id } = await receive(2, { lot: 'B', expiresOn: '2027-01-01', reason: 'Delivery' })
    expect(await lotsOf(id)).toEqual([
      ['B', 2],
      ['A', 1],
    ])
    expect(await one(id)).toMatchObject({ amount: 3, nextExpiry: '2027-01-01', state: 'enough' })
    expect((await shortHistory(id))[0]).toEqual(['received', 2, 3])
    const told = await ok(
      testApp.call(admin, journal.listJournal, {
        body: { entity: 'inventoryItem', entityId: item },
      }),
    )
    expect(told.rows[0]?.changes).toMatchObject([
      { field: 'stock', part: { kind: 'location', name: 'Ward' }, before: 1, after: 3 },
      { field: 'reason', after: 'Delivery' },
    ])
  })

  it('are exported as the list shows them, for users who see the location', async () => {
    const file = (token: string) =>
      exportAsCsv(testApp, token, { list: 'stock', question: { itemIds: [item] } })
    const { rows } = await ok(
      testApp.call(admin, inventory.listStock, { body: { itemIds: [item] } }),
    )
    const lines = (await file(admin)).trim().split('\r\n')
    expect(lines[0]).toContain('item,location,amount,unit,minimum,state,nextExpiry')
    expect(lines).toHaveLength(1 + rows.length)
    expect((await file(stranger)).trim().split('\r\n')).toHaveLength(1)
  })

  it('are counted, discarded and moved by lot, and each is undone once', async () => {
    const { id } = await receive(10, { lot: 'A', expiresOn: '2027-01-01' })
    const lotId = (await one(id)).lots[0]?.id ?? (0 as Id<'stockLot'>)
    const counted = await ok(
      testApp.call(admin, inventory.correctStock, {
        params: { id },
        body: { lotId, amount: 8, reason: 'Counted' },
      }),
    )
    const thrown = await ok(
      testApp.call(admin, inventory.discardStock, {
        params: { id },
        body: { lotId, amount: 1, reason: 'Broken' },
      }),
    )
    const moved = await ok(
      testApp.call(admin, inventory.moveStock, {
        params: { id },
        body: { lotId, amount: 3, locationId: room },
      }),
    )
    expect(moved.stock.amount).toBe(4)
    const [there] = await listed(admin, { locationIds: [room] })
    expect(there).toMatchObject({ amount: 3, nextExpiry: '2027-01-01' })
    expect((await history(id))[0]).toMatchObject({
      kind: 'moved',
      otherPlace: { name: 'Room 1' },
      mayBeUndone: true,
    })
    const undo = (movementId: Id<'stockMovement'>) =>
      testApp.call(admin, inventory.undoStockMovement, { params: { id: movementId } })
    for (const { movementId } of [moved, thrown, counted]) await ok(undo(movementId))
    expect(await one(id)).toMatchObject({ amount: 10 })
    expect(await listed(admin, { locationIds: [room] })).toMatchObject([{ amount: 0 }])
    expect(saidOf(await undo(moved.movementId))).toBe('409  undoneAlready')
    const [last] = await history(id)
    expect(saidOf(await undo(last?.id ?? (0 as Id<'stockMovement'>)))).toBe('409  ofPerformance')
  })

  it('are refused if so much is not there, nothing would change, or the location stays', async () => {
    const { id } = await receive(2, { lot: 'A' })
    const lotId = (await one(id)).lots[0]?.id ?? (0 as Id<'stockLot'>)
    const of = { params: { id } }
    const reason = 'x'
    const said = async (answer: Promise<{ status: number; body: unknown }>) => saidOf(await answer)
    expect(
      await said(
        testApp.call(admin, inventory.discardStock, {
          ...of,
          body: { lotId, amount: 2.1, reason },
        }),
      ),
    ).toBe('409 body.amount notEnough')
    expect(
      await said(
        testApp.call(admin, inventory.correctStock, { ...of, body: { lotId, amount: 2, reason } }),
      ),
    ).toBe('400 body.amount same')
    expect(
      await said(
        testApp.call(admin, inventory.moveStock, {
          ...of,
          body: { lotId, amount: 1, locationId: ward },
        }),
      ),
    ).toBe('400 body.locationId same')
    expect(await said(testApp.call(admin, inventory.stopStock, of))).toBe('409  stockLeft')
  })

  it('lose nothing when two write at once', async () => {
    const { id } = await receive(1)
    await Promise.all(Array.from({ length: 8 }, () => receive(1)))
    expect(await one(id)).toMatchObject({ amount: 9 })
    expect((await history(id)).map(({ after }) => after)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  it('are never changed afterwards', async () => {
    const { id } = await receive(1)
    await expect(
      asSystem(testApp.pool, (db) =>
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
    const clientKey = key()
    const answers = await Promise.all([receive(7, { clientKey }), receive(7, { clientKey })])
    const again = await receive(7, { clientKey })
    const [{ id }] = answers
    expect([...answers, again].map((stock) => [stock.id, stock.amount])).toEqual([
      [id, 7],
      [id, 7],
      [id, 7],
    ])
    const lotId = (await one(id)).lots[0]?.id as Id<'stockLot'>
    const discarded = key()
    const moved = key()
    for (const _ of [1, 2]) {
      await ok(
        testApp.call(admin, inventory.discardStock, {
          params: { id },
          body: { lotId, amount: 1, reason: 'Broken', clientKey: discarded },
        }),
      )
      await ok(
        testApp.call(admin, inventory.moveStock, {
          params: { id },
          body: { lotId, amount: 2, locationId: house, clientKey: moved },
        }),
      )
    }
    expect(await shortHistory(id)).toEqual([
      ['moved', -2, 4],
      ['discarded', -1, 6],
      ['received', 7, 7],
    ])
  })
})

describe('a procedure log that uses stock', () => {
  it('takes from the nearest surrounding location that keeps the item, first expired first, once', async () => {
    const far = await receive(100, {}, house)
    const { id } = await receive(5, { lot: 'Late', expiresOn: '2027-06-01' })
    await receive(2, { lot: 'Early', expiresOn: '2027-01-01' })
    await receive(3, { lot: 'Gone', expiresOn: '2026-01-01' })
    const clientKey = key()
    await perform(4, 1, undefined, clientKey)
    await perform(4, 1, undefined, clientKey)
    expect(await lotsOf(id)).toEqual([
      ['Gone', 3],
      ['Late', 3],
    ])
    expect((await shortHistory(id)).slice(0, 3)).toEqual([
      ['discarded', -1, 6],
      ['used', -1, 7],
      ['used', -2, 8],
    ])
    expect((await one(far.id)).amount).toBe(100)
    expect(await one(id)).toMatchObject({ state: 'expired', used: 4 })
  })

  it('goes below zero rather than being lost, says so, and takes nothing that no location keeps', async () => {
    await perform(7)
    expect(await listed(admin)).toEqual([])
    const { id } = await receive(2, { lot: 'A' })
    const log = await perform(5, 0, { equipmentId: null, locationId: room })
    expect(await one(id)).toMatchObject({ amount: -3, state: 'negative' })
    expect((await history(id))[0]).toMatchObject({ procedureLogId: log.id, mayBeUndone: false })
  })

  it('updates the day on which stock runs out', async () => {
    const { id } = await receive(100)
    await perform(14)
    // 14 used in a week, the shortest examined period: 86 last 43 days.
    expect((await one(id)).runsOutOn).toBe('2027-01-02')
  })
})

it('low stock alerts once, and the alert ends when the stock is filled up', async () => {
  const lows = async () =>
    (await ok(testApp.call(admin, alerts.listAlerts, { body: { limit: 50 } }))).rows
      .filter(({ kind, stock }) => kind === 'stockLow' && stock?.id === id)
      .map(({ endedAt, thing }) => [thing, endedAt !== null])
  const { id } = await receive(5)
  await minimumOf(5)
  expect(await lows()).toEqual([])
  await Promise.all([perform(1), perform(1)])
  expect(await lows()).toEqual([['Ward', false]])
  await receive(1)
  expect(await lows()).toEqual([['Ward', false]])
  await receive(1)
  expect(await lows()).toEqual([['Ward', true]])
  await minimumOf(9)
  expect(await lows()).toEqual([
    ['Ward', false],
    ['Ward', true],
  ])
  expect(await minimumOf(null)).toMatchObject({ before: 9, stock: { minimum: null } })
  expect((await lows()).every(([, isOver]) => isOver)).toBe(true)
})

it('the list of stock filters by state as each row shows it', async () => {
  const stay = await receive(5)
  await minimumOf(3)
  await receive(2, { expiresOn: '2026-11-25' }, room)
  const expired = await receive(2, { expiresOn: '2026-11-19' }, house)
  await minimumOf(9, house)
  for (const state of ['negative', 'expired', 'low', 'expiring', 'enough'] as const)
    expect((await listed(admin, { states: [state] })).map((row) => row.id)).toEqual(
      (await listed(admin)).filter((row) => row.state === state).map((row) => row.id),
    )
  expect((await listed(admin)).map(({ state }) => state)).toEqual(['expired', 'expiring', 'enough'])
  expect((await listed(admin, { search: 'hOUSE' })).map(({ id }) => id)).toEqual([expired.id])
  expect((await listed(admin, { locationIds: [ward], sort: '-amount' }))[0]?.id).toBe(stay.id)
  const answer = await ok(testApp.call(admin, referenceData.getInventories, { body: {} }))
  expect(answer.rows.find(({ id }) => id === item)).toMatchObject({ inStock: 9, lowAt: 1 })
})

it('stock keeps its item and its location, until it is ended', async () => {
  const { id } = await receive(1, { lot: 'A' }, room)
  const other = await newItem()
  const remove = async () =>
    saidOf(await testApp.call(admin, referenceData.deleteInventoryItem, { params: { id: item } }))
  expect(await remove()).toBe('409  inUse')
  expect(
    saidOf(await testApp.call(admin, locations.deleteLocation, { params: { id: room } })),
  ).toBe('409  notEmpty')
  await ok(
    testApp.call(admin, inventory.receiveStock, {
      body: { itemId: other, locationId: room, amount: 1 },
    }),
  )
  const replace = testApp.call(admin, referenceData.replaceInventoryItem, {
    params: { id: item },
    body: { by: other },
  })
  expect(saidOf(await replace)).toBe('409 body.by keptBoth')
  await ok(
    testApp.call(admin, inventory.correctStock, {
      params: { id },
      body: { lotId: (await one(id)).lots[0]?.id ?? null, amount: 0, reason: 'Empty' },
    }),
  )
  await ok(testApp.call(admin, inventory.stopStock, { params: { id } }))
  expect(await listed(admin)).toEqual([])
  await receive(1, {}, room)
  expect(await listed(admin)).toMatchObject([{ id, amount: 1 }])
})

it('stock is read with its location, written with the right, and only in its company', async () => {
  const hidden = await receive(1, {}, house)
  const { id } = await receive(4)
  const lotId = (await one(id)).lots[0]?.id ?? (0 as Id<'stockLot'>)
  await ok(
    testApp.call(admin, inventory.moveStock, {
      params: { id },
      body: { lotId, amount: 1, locationId: house },
    }),
  )
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.user)
      .set({ allLocations: false, locationTypeIds: [plain] })
      .where(ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users.staff))),
  )
  expect((await listed(staff)).map((row) => row.id)).toEqual([id])
  expect((await history(id, staff))[0]).toMatchObject({ kind: 'moved', otherPlace: null })
  const asked = (by: string, of: Id<'stock'>) =>
    testApp.call(by, inventory.getStock, { params: { id: of } })
  expect((await asked(staff, hidden.id)).status).toBe(404)
  expect((await asked(stranger, id)).status).toBe(404)
  const sums = await ok(testApp.call(staff, referenceData.getInventories, { body: {} }))
  expect(sums.rows.find((row) => row.id === item)).toMatchObject({ inStock: 3 })
  const discard = { params: { id }, body: { lotId, amount: 1, reason: 'x' } }
  expect((await testApp.call(staff, inventory.discardStock, discard)).status).toBe(403)
  expect((await testApp.call(stranger, inventory.discardStock, discard)).status).toBe(404)
})
