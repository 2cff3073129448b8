import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import { makePlaces } from '#tests/manyPlaces.ts'

const { listLocationLevel, getLocationTree } = contract.locations
const PLACES = 6_000

let testApp: TestApp
let own: Fixtures
let admin: string
beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  await makePlaces(testApp, own.locationType, PLACES)
})
afterAll(() => testApp.close())

const level = async (
  body: {
    parentId?: number | null
    search?: string
    ids?: number[]
    limit?: number
    offset?: number
  },
  token = admin,
) => {
  const answer = await testApp.call(token, listLocationLevel, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

it('the location tree reaches all 6,000 level by level, each under its own', async () => {
  const top = await level({ parentId: null, search: 'Campus' })
  expect(top).toMatchObject({
    count: 1,
    rows: [{ name: 'Campus', typeName: 'OURS room', inside: 8, path: [] }],
  })
  const reached: number[] = []
  const walk = async (parentId: number, inside: number, depth: number): Promise<void> => {
    const found: { id: number; inside: number; path: { id: number }[] }[] = []
    while (found.length < inside) {
      const page = await level({ parentId, offset: found.length })
      expect(page.count).toBe(inside)
      found.push(...page.rows)
    }
    for (const row of found) {
      expect(row.path).toHaveLength(depth)
      expect(row.path.at(-1)?.id).toBe(parentId)
      reached.push(row.id)
      if (row.inside > 0) await walk(row.id, row.inside, depth + 1)
    }
  }
  const [campus] = top.rows
  await walk(campus?.id ?? 0, campus?.inside ?? 0, 1)
  expect(new Set(reached).size).toBe(PLACES - 1)
})

it('the location tree finds the last of them by its name, with the way to it', async () => {
  const found = await level({ search: 'room 5900' })
  expect(found.count).toBe(1)
  expect(found.rows[0]?.path.map(({ name }) => name)).toEqual([
    'Campus',
    expect.stringMatching(/^Building/),
    expect.stringMatching(/^Floor/),
  ])
  expect((await level({ ids: [found.rows[0]?.id ?? 0] })).rows).toEqual(found.rows)
})

it('the whole location tree has types with b, locations without, the outermost first, and says how many did not fit', async () => {
  const { body } = await testApp.call(admin, getLocationTree, {})
  const leaves = body.flatMap(({ children }) => children)
  const { count } = await level({})
  expect(leaves).toHaveLength(5_000)
  expect(leaves.map(({ title }) => title)).toContain('Campus')
  expect(body.at(-1)).toEqual({ id: 0, title: `+${count - 5_000}`, value: 'b0', children: [] })
})

it('every tree has numbered leaves in branches of types', async () => {
  for (const endpoint of [
    getLocationTree,
    contract.equipment.getEquipmentTree,
    contract.procedures.getProcedureTree,
  ]) {
    const { body } = await testApp.call(admin, endpoint, {})
    const types = body.filter(({ id }) => id !== 0)
    expect(types.length, endpoint.path).toBeGreaterThan(0)
    for (const { id, value, children } of types) {
      expect(value).toBe(`b${id}`)
      expect(children.length, endpoint.path).toBeGreaterThan(0)
      expect(children.map((leaf) => [leaf.value, leaf.children])).toEqual(
        children.map((leaf) => [String(leaf.id), []]),
      )
    }
  }
})

it('the tiny list of equipment begins with its placeholder, once, and not in a search', async () => {
  const tiny = async (body: { offset?: number; limit?: number; search?: string; ids?: never[] }) =>
    (await testApp.call(admin, contract.equipment.listTinyEquipment, { body })).body
  const whole = await tiny({ limit: 1 })
  expect(whole.rows[0]).toEqual({ id: null, name: '-', typeId: -1 })
  expect(whole.rows).toHaveLength(2)
  expect(whole.rows[1]).toMatchObject({
    id: expect.any(Number),
    name: expect.any(String),
    typeId: expect.any(Number),
  })
  expect((await tiny({ offset: 1 })).rows.every(({ id }) => id !== null)).toBe(true)
  expect((await tiny({ search: 'a' })).rows.every(({ id }) => id !== null)).toBe(true)
  expect((await tiny({ ids: [] })).rows).toEqual([])
})

it('the location tree of a user begins with a location inside a hidden one', async () => {
  const kind = (
    await testApp.call(admin, contract.referenceLists.createLocationType, {
      body: { name: 'Hidden kind' },
    })
  ).body
  const make = async (name: string, typeId: number | undefined, parentId: number | null) =>
    (
      await testApp.call(admin, contract.locations.createLocation, {
        body: { name, typeId: typeId ?? 0, parentId },
      })
    ).body.id
  const outside = await make('Outside', own.locationType, null)
  const hidden = await make('Secret', kind.id, outside)
  const ward = await make('Ward in it', own.locationType, hidden)
  const bed = await make('Bed in it', own.locationType, ward)
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.user)
      .set({ allLocations: false, locationTypeIds: [own.locationType as Id<'locationType'>] })
      .where(ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users.staff))),
  )
  const staff = await testApp.signIn('staff')
  expect((await level({ parentId: null, search: 'ward in' }, staff)).rows).toEqual([
    { id: ward, name: 'Ward in it', typeName: 'OURS room', inside: 1, path: [] },
  ])
  expect((await level({ ids: [bed] }, staff)).rows).toEqual([
    {
      id: bed,
      name: 'Bed in it',
      typeName: 'OURS room',
      inside: 0,
      path: [{ id: ward, name: 'Ward in it' }],
    },
  ])
  expect((await level({ search: 'outside' }, staff)).rows).toEqual([
    { id: outside, name: 'Outside', typeName: 'OURS room', inside: 0, path: [] },
  ])
  expect(JSON.stringify(await level({ parentId: outside }, staff))).not.toContain('Secret')
})
