import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { sql } from 'drizzle-orm'
import { openGatewayApp, type GatewayApp } from '#tests/gatewayApp.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { readFacts } from '../positions/facts.ts'

let testApp: GatewayApp['testApp']
let admin: string
let own: GatewayApp['own']
const { nearest, rtls, equipment, people, referenceLists } = contract
const thing = () => own.equipment as never

beforeAll(async () => {
  ;({ testApp, admin, own } = await openGatewayApp())
  await testApp.call(admin, rtls.placeEquipment, {
    params: { equipmentId: thing() },
    body: { floorId: own.floor as never, longitude: 14.0002, latitude: 50.0001 },
  })
})
afterAll(() => testApp.close())

describe('the locations of all equipment', () => {
  it('are answered as text with where each belongs, of what the user may see', async () => {
    const ask = async (token: string, body: { search?: string; sort?: 'place'; limit?: number }) =>
      (await testApp.call(token, rtls.getLocationsOfAllEquipment, { body })).body
    const all = await ask(admin, {})
    expect(all.rows.map(({ name }) => name)).toContain('OURS radio')
    expect(all.count).toBe(all.rows.length)
    expect(await ask(admin, { search: 'radio', sort: 'place' })).toMatchObject({
      count: 1,
      rows: [
        {
          name: 'OURS radio',
          floorName: 'OURS floor',
          buildingName: 'OURS house',
          location: null,
          at: expect.any(String),
        },
      ],
    })
    expect(
      (await ask(await testApp.signIn('administrator', 'there'), {})).rows.filter(({ name }) =>
        name.startsWith('OURS'),
      ),
    ).toEqual([])
  })
})

describe('the map', () => {
  it('answers nothing without a filter, free text or floor', async () => {
    expect((await testApp.call(admin, rtls.listMapEquipment, { body: {} })).body).toEqual({
      count: 0,
      rows: [],
    })
    expect(
      (await testApp.call(admin, rtls.listMapEquipment, { body: { search: 'ours pump' } })).body
        .rows,
    ).toMatchObject([{ name: 'OURS pump 1', hasBeacon: true, floorName: 'OURS floor' }])
  })
  it('places and clears an equipment; its location stays', async () => {
    const made = (
      await testApp.call(admin, equipment.createEquipment, {
        body: {
          name: 'Cart',
          typeId: own.equipmentType as never,
          locationId: own.location as never,
        },
      })
    ).body
    const placed = await testApp.call(admin, rtls.placeEquipment, {
      params: { equipmentId: made.id },
      body: { floorId: own.floor as never, longitude: 14.0001, latitude: 50.0001 },
    })
    expect(placed.body).toMatchObject({
      position: { method: 'placed' },
      roomName: 'OURS ward',
      location: { id: own.location },
    })
    expect(
      (await testApp.call(admin, rtls.clearPlace, { params: { equipmentId: made.id } })).body,
    ).toMatchObject({ position: null, location: { id: own.location } })
  })
  it('places nothing outside the floor: not on empty ground, nor at 0/0', async () => {
    const made = (
      await testApp.call(admin, equipment.createEquipment, {
        body: { name: 'Astray', typeId: own.equipmentType as never },
      })
    ).body
    for (const spot of [
      { longitude: 0, latitude: 0 },
      { longitude: 14.01, latitude: 50.0001 },
    ]) {
      const answer = await testApp.call(admin, rtls.placeEquipment, {
        params: { equipmentId: made.id },
        body: { floorId: own.floor as never, ...spot },
      })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        errors: [{ path: 'body.longitude', code: 'outsideFloor' }],
      })
    }
    expect(
      (await testApp.call(admin, rtls.listMapEquipment, { body: { ids: [made.id] } })).body.rows[0]
        ?.position,
    ).toBeNull()
  })
  it('does not compute with a gateway that an earlier version left in the ocean', async () => {
    const anchorsNow = async () =>
      (await asSystem(testApp.pool, (db) => readFacts(db, testApp.here.id, testApp.clock.now())))
        .anchors.size
    const before = await anchorsNow()
    const [moved] = (
      await asSystem(testApp.pool, (db) =>
        db.execute<{ id: number; longitude: number }>(
          sql`select id, longitude from last_position
            where company_id = ${testApp.here.id}
            and equipment_id in (select equipment_id from gateway) limit 1`,
        ),
      )
    ).rows
    const put = (longitude: number) =>
      asSystem(testApp.pool, (db) =>
        db.execute(
          sql`update last_position set longitude = ${longitude} where id = ${moved?.id ?? 0}`,
        ),
      )
    await put(0)
    expect(await anchorsNow()).toBe(before - 1)
    await put(moved?.longitude ?? 0)
    expect(await anchorsNow()).toBe(before)
  })
  it('shows a user only what they may see', async () => {
    const staff = (
      await testApp.call(admin, people.getUser, { params: { id: testApp.here.users.staff } })
    ).body
    const other = (
      await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Other' } })
    ).body
    await testApp.call(admin, people.updateUser, {
      params: { id: staff.id },
      body: { version: staff.version, allEquipment: false, equipmentTypeIds: [other.id] },
    })
    const token = await testApp.signIn('staff')
    expect(
      (await testApp.call(token, rtls.getLastSeenAllEquipment, { body: {} })).body.rows,
    ).toEqual([])
    expect((await testApp.call(token, rtls.getLivePositions, { body: {} })).body).toMatchObject({
      count: 0,
      equipmentIds: [],
      x: [],
    })
    expect(
      (await testApp.call(token, rtls.getHistoryOfEquipment, { body: { equipmentId: thing() } }))
        .status,
    ).toBe(404)
  })
  it('finds the nearest usable one: not broken, not in use, without a ticket', async () => {
    const status = async (name: string, isUsable: boolean, isInUse: boolean) =>
      (
        await testApp.call(admin, referenceLists.createEquipmentStatus, {
          body: { name, colour: 'blue', isUsable, isInUse },
        })
      ).body.id
    const [broken, taken, free] = [
      await status('broken', false, false),
      await status('taken', true, true),
      await status('free', true, false),
    ]
    const type = (
      await testApp.call(admin, referenceLists.createEquipmentType, { body: { name: 'Chair' } })
    ).body.id
    for (const [index, [name, statusId]] of (
      [
        ['near broken', broken],
        ['near taken', taken],
        ['far free', free],
      ] as const
    ).entries()) {
      const made = (
        await testApp.call(admin, equipment.createEquipment, {
          body: { name, typeId: type, statusId },
        })
      ).body
      await testApp.call(admin, rtls.placeEquipment, {
        params: { equipmentId: made.id },
        body: {
          floorId: own.floor as never,
          longitude: 14.0001 + index * 0.00008,
          latitude: 50.0001,
        },
      })
    }
    const ask = (onlyUsable: boolean) =>
      testApp.call(admin, nearest.getNearest, {
        body: {
          fromPoint: { floorId: own.floor as never, longitude: 14.0001, latitude: 50.0001 },
          filter: { equipmentTypeIds: [type] },
          onlyUsable,
        },
      })
    expect((await ask(true)).body.rows.map(({ name }) => name)).toEqual(['far free'])
    const all = (await ask(false)).body.rows
    expect(all.map(({ name }) => name)).toEqual(['near broken', 'near taken', 'far free'])
    expect(all[2]?.metres).toBeGreaterThan(10)
  })
})
