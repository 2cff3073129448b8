/** A company with a building, a ward in it and a room in that, a pump, and a procedure that uses stock. */
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { StockRow } from '#contract/inventory.ts'
import { openTestApp } from './testApp.ts'

const { equipment, inventory, locations, procedureLogs, procedures } = contract
const { referenceData, referenceLists } = contract

export const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

export type StockedWard = Awaited<ReturnType<typeof openStockedWard>>

export async function openStockedWard() {
  const testApp = await openTestApp()
  const admin = await testApp.signIn('administrator')
  const typeOf = async (name: string) =>
    (await ok(testApp.call(admin, referenceLists.createLocationType, { body: { name } }))).id
  const [plain, secret] = [await typeOf('Room'), await typeOf('Vault')]
  const place = async (name: string, parentId: Id<'location'> | null, typeId = plain) =>
    (await ok(testApp.call(admin, locations.createLocation, { body: { name, typeId, parentId } })))
      .id
  const building = await place('House', null, secret)
  const ward = await place('Ward', building)
  const room = await place('Room 1', ward)
  const type = await ok(
    testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pump' } }),
  )
  const pump = (
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
  const procedure = (
    await ok(
      testApp.call(admin, procedures.createProcedure, {
        body: { name: 'Ward round', typeId: procedureType.id, target: 'either', questions: [] },
      }),
    )
  ).id
  let made = 0
  let keys = 0
  const key = () => `00000000-0000-4000-8000-${String((keys += 1)).padStart(12, '0')}`
  const history = async (id: Id<'stock'>, by = admin) =>
    (await ok(testApp.call(by, inventory.listStockMovements, { params: { id }, body: {} }))).rows
  const one = (id: Id<'stock'>) => ok(testApp.call(admin, inventory.getStock, { params: { id } }))
  const stocked = {
    testApp,
    admin,
    plain,
    building,
    location: ward,
    room,
    item: 0 as Id<'inventoryItem'>,
    key,
    one,
    history,
    async newItem() {
      const body = {
        name: `Vaccine ${(made += 1)}`,
        unit: 'vial',
        category: 'Medicines',
        hasDoses: true,
        procedureIds: [],
      }
      return (await ok(testApp.call(admin, referenceData.createInventoryItem, { body }))).id
    },
    async receive(amount: number, facts: object = {}, locationId = ward): Promise<StockRow> {
      const body = { itemId: stocked.item, locationId, amount, ...facts }
      return (await ok(testApp.call(admin, inventory.receiveStock, { body }))).stock
    },
    shortHistory: async (id: Id<'stock'>) =>
      (await history(id)).map(({ kind, amount, after }) => [kind, amount, after]),
    lotsOf: async (id: Id<'stock'>) =>
      (await one(id)).lots.map(({ name, amount }) => [name, amount]),
    minimumOf: (minimum: number | null, locationId = ward) =>
      ok(
        testApp.call(admin, inventory.keepStock, {
          body: { itemId: stocked.item, locationId, minimum },
        }),
      ),
    listed: async (by: string, question: object = {}) =>
      (
        await ok(
          testApp.call(by, inventory.listStock, {
            body: { limit: 50, itemIds: [stocked.item], ...question },
          }),
        )
      ).rows,
    perform: (
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
            used: [{ itemId: stocked.item, amount, discardedDoses }],
            ...about,
          },
        }),
      ),
  }
  return stocked
}
