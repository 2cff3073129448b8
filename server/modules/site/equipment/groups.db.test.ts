import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { equipmentGroupings } from '#contract/equipment/equipment.ts'
import type { Id } from '#contract/ids.ts'
import { contract } from '#contract/index.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let admin: string
let limited: string
const { equipment, referenceLists, locations, people } = contract
const made = async <T>(answer: Promise<{ body: { id: T } }>): Promise<T> => (await answer).body.id
let ward: Id<'location'>
let cellar: Id<'location'>

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  const [pump, bed] = [
    await made(testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Pump' } })),
    await made(testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Bed' } })),
  ]
  const [open, closed] = [
    await made(testApp.call(admin, referenceLists.createLocationType, { body: { name: 'Open' } })),
    await made(
      testApp.call(admin, referenceLists.createLocationType, { body: { name: 'Closed' } }),
    ),
  ]
  const clean = await made(
    testApp.call(admin, referenceLists.createEquipmentStatus, {
      body: { name: 'Clean', colour: 'green', isUsable: true },
    }),
  )
  const building = await made(
    testApp.call(admin, locations.createLocation, { body: { name: 'Building A', typeId: open } }),
  )
  ward = await made(
    testApp.call(admin, locations.createLocation, {
      body: { name: 'Ward', typeId: open, parentId: building },
    }),
  )
  cellar = await made(
    testApp.call(admin, locations.createLocation, {
      body: { name: 'Cellar', typeId: closed, parentId: building },
    }),
  )
  const things = [
    ['Pump 1', pump, clean, ward],
    ['Pump 2', pump, null, cellar],
    ['Bed 1', bed, clean, cellar],
    ['Bed 2', bed, null, null],
    ['Bed 3', bed, null, ward],
  ] as const
  for (const [name, typeId, statusId, locationId] of things)
    await testApp.call(admin, equipment.createEquipment, {
      body: { name, typeId, statusId, locationId },
    })
  const staff = (
    await testApp.call(admin, people.getUser, { params: { id: testApp.here.users.staff } })
  ).body
  await testApp.call(admin, people.updateUser, {
    params: { id: staff.id },
    body: { version: staff.version, allLocations: false, locationTypeIds: [open] },
  })
  limited = await testApp.signIn('staff')
})
afterAll(() => testApp.close())

const groups = async (token: string, by: (typeof equipmentGroupings)[number], more: object = {}) =>
  (await testApp.call(token, equipment.listEquipmentGroups, { body: { by, ...more } })).body
const inside = async (
  token: string,
  by: (typeof equipmentGroupings)[number],
  id: number | null,
  more: object = {},
) =>
  (await testApp.call(token, equipment.listEquipment, { body: { group: { by, id }, ...more } }))
    .body

describe('the equipment tree', () => {
  it('lists its branches in order, with their counts, and unassigned equipment last', async () => {
    expect((await groups(admin, 'type')).rows).toMatchObject([
      { name: 'Bed', equipmentCount: 3 },
      { name: 'Pump', equipmentCount: 2 },
    ])
    expect((await groups(admin, 'status')).rows).toMatchObject([
      { name: 'Clean', colour: 'green', equipmentCount: 2 },
      { id: null, name: null, equipmentCount: 3 },
    ])
    expect((await groups(admin, 'location')).rows).toMatchObject([
      { name: 'Cellar', equipmentCount: 2, path: [{ name: 'Building A' }] },
      { name: 'Ward', equipmentCount: 2, path: [{ name: 'Building A' }] },
      { id: null, equipmentCount: 1, path: [] },
    ])
  })

  it.each(equipmentGroupings)(
    'contains in each branch by %s as many as it says, for each user, with a search or without',
    async (by) => {
      for (const token of [admin, limited]) {
        for (const more of [{}, { search: 'bed' }, { filter: { equipmentStatusIds: [] } }]) {
          const { rows } = await groups(token, by, more)
          const counts = await Promise.all(
            rows.map(async ({ id }) => (await inside(token, by, id, more)).count),
          )
          expect(counts).toEqual(rows.map(({ equipmentCount }) => equipmentCount))
          const all = (await testApp.call(token, equipment.listEquipment, { body: more })).body
          expect(counts.reduce((sum, one) => sum + one, 0)).toBe(all.count)
        }
      }
    },
  )

  it('shows no branch for a hidden location, and does not say what is there', async () => {
    expect((await groups(limited, 'location')).rows.map(({ name }) => name)).not.toContain('Cellar')
    expect((await inside(limited, 'location', cellar)).count).toBe(0)
    expect((await inside(limited, 'location', ward)).count).toBe(2)
  })

  it('is paged, and says how many branches there are', async () => {
    const page = await groups(admin, 'location', { limit: 1, offset: 1 })
    expect(page).toMatchObject({ count: 3, rows: [{ name: 'Ward' }] })
  })
})
