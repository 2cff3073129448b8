import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { referenceData, referenceLists, procedures, locations } = contract
let testApp: TestApp
let admin: string
let item: Id<'inventoryItem'>
let lists: { id: Id<'procedure'>; typeId: Id<'procedureType'> }[]
const performed = [
  { list: 0, amount: 3, discardedDoses: 1 },
  { list: 0, amount: 0.5, discardedDoses: 0 },
  { list: 1, amount: 10, discardedDoses: 4 },
]

const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  item = (
    await ok(
      testApp.call(admin, referenceData.createInventoryItem, {
        body: {
          name: 'Vaccine',
          unit: 'vial',
          category: 'Medicines',
          hasDoses: true,
          procedureIds: [],
        },
      }),
    )
  ).id
  await ok(
    testApp.call(admin, referenceData.createInventoryItem, {
      body: {
        name: 'Gloves',
        unit: 'pair',
        category: 'Consumables',
        hasDoses: false,
        procedureIds: [],
      },
    }),
  )
  const kind = await ok(
    testApp.call(admin, referenceLists.createLocationType, { body: { name: 'Room' } }),
  )
  const place = await ok(
    testApp.call(admin, locations.createLocation, { body: { name: 'Ward', typeId: kind.id } }),
  )
  lists = await Promise.all(
    ['Open', 'Secret'].map(async (name) => {
      const typeId = (
        await ok(
          testApp.call(admin, referenceLists.createProcedureType, {
            body: { name, isTracer: false },
          }),
        )
      ).id
      return {
        id: (
          await ok(
            testApp.call(admin, procedures.createProcedure, {
              body: { name: `${name} round`, typeId, target: 'location', questions: [] },
            }),
          )
        ).id,
        typeId,
      }
    }),
  )
  for (const { list, amount, discardedDoses } of performed) {
    await ok(
      testApp.call(admin, contract.procedureLogs.submitProcedureLog, {
        body: {
          clientKey: crypto.randomUUID(),
          procedureId: lists[list]?.id ?? (0 as never),
          procedureVersion: 1,
          equipmentId: null,
          locationId: place.id,
          startedAt: testApp.clock.now().toISOString(),
          answers: [],
          used: [{ itemId: item, amount, discardedDoses }],
        },
      }),
    )
    testApp.clock.advance(40 * 86_400_000)
    admin = await testApp.signIn('administrator')
  }
})
afterAll(() => testApp.close())

const sums = async (token: string, procedureId?: Id<'procedure'>) =>
  (
    await ok(
      testApp.call(token, referenceData.getInventories, {
        body: procedureId === undefined ? {} : { procedureId },
      }),
    )
  ).rows
const use = (token: string, body: { from?: string; to?: string; limit?: number } = {}) =>
  ok(testApp.call(token, referenceData.listInventoryUse, { params: { id: item }, body }))

it('an item’s use says how much was used and how many doses were discarded, in all or by one procedure', async () => {
  expect(await sums(admin)).toMatchObject([
    { name: 'Gloves', affectedAmount: 0, discardedDoses: 0, procedureLogs: 0 },
    { name: 'Vaccine', affectedAmount: 13.5, discardedDoses: 5, procedureLogs: 3 },
  ])
  expect((await sums(admin, lists[0]?.id)).at(-1)).toMatchObject({
    affectedAmount: 3.5,
    discardedDoses: 1,
    procedureLogs: 2,
  })
})

it('an item’s use lists as many procedure logs as it counts, and sums up to it', async () => {
  const all = await use(admin)
  expect(all).toMatchObject({ count: 3, affectedAmount: 13.5, discardedDoses: 5, beyondRights: 0 })
  expect(
    all.rows.map(({ procedure, place, amount, discardedDoses }) => [
      procedure,
      place,
      amount,
      discardedDoses,
    ]),
  ).toEqual([
    ['Secret round', 'Ward', 10, 4],
    ['Open round', 'Ward', 0.5, 0],
    ['Open round', 'Ward', 3, 1],
  ])
  expect(await use(admin, { limit: 1 })).toMatchObject({
    count: 3,
    affectedAmount: 13.5,
    rows: [{ amount: 10 }],
  })
})

it('an item’s use of a span says what was used then', async () => {
  expect(await use(admin, { from: '2026-12-01', to: '2027-01-15' })).toMatchObject({
    count: 1,
    affectedAmount: 0.5,
  })
})

it('an item’s use leaves out a hidden procedure for its reader, and says how many logs that is', async () => {
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.user)
      .set({ allProcedures: false, procedureTypeIds: [lists[0]?.typeId ?? (0 as never)] })
      .where(ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users.staff))),
  )
  const staff = await testApp.signIn('staff')
  expect((await sums(staff)).at(-1)).toMatchObject({ affectedAmount: 3.5, procedureLogs: 2 })
  const seen = await use(staff)
  expect(seen).toMatchObject({ count: 2, affectedAmount: 3.5, beyondRights: 1 })
  expect(JSON.stringify(seen)).not.toContain('Secret')
})

it('an item’s use of another company is not found', async () => {
  expect(
    (
      await testApp.call(
        await testApp.signIn('administrator', 'there'),
        referenceData.listInventoryUse,
        { params: { id: item }, body: {} },
      )
    ).status,
  ).toBe(404)
})
