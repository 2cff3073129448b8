import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { MINUTE_MS, openTrackedWard, type TrackedWard } from '#tests/trackedWard.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { removeExpired } from '../../operation/retention/remove.ts'
import { statementsOf } from '#tests/statements.ts'
import { trackVisits } from './visitTracking.ts'

const { zones, rtls } = contract
let world: TrackedWard
let testApp: TestApp
let pump: Id<'equipment'>

beforeAll(async () => {
  world = await openTrackedWard()
  ;({ testApp } = world)
  pump = await world.createThing('Pump 1')
})
afterAll(() => world.close())

const visitsOf = async (question: object) =>
  (
    await testApp.call(world.admin(), zones.listVisits, {
      body: { limit: 50, offset: 0, ...question },
    })
  ).body

describe('visits', () => {
  it('say where equipment was, newest first, with how long, and continue after a restart', async () => {
    await world.stay(pump, 0, 5)
    await world.stay(pump, 1, 3)
    const { rows, count } = await visitsOf({ equipmentId: pump })
    expect(count).toBe(2)
    expect(
      rows.map(({ roomName, seconds, leftAt }) => [roomName, seconds, leftAt !== null]),
    ).toEqual([
      ['A2', 240, false],
      ['A1', 360, true],
    ])
    const [before] = rows
    await world.startAnew()
    await world.hear(pump, 1)
    testApp.clock.advance(MINUTE_MS)
    await world.hear(pump, 1)
    const after = await visitsOf({ equipmentId: pump })
    expect(after.count).toBe(2)
    expect(after.rows[0]).toMatchObject({
      id: before?.id,
      enteredAt: before?.enteredAt,
      leftAt: null,
    })
  })

  it('of a room say who is there, who was, and how long on average', async () => {
    const there = await visitsOf({ roomId: world.rooms[1] ?? 0, isOpen: true })
    expect(there.rows.map((row) => row.equipment.name)).toEqual(['Pump 1'])
    const { rows } = (
      await testApp.call(world.admin(), zones.listOccupancy, {
        body: {
          roomId: world.rooms[0],
          from: new Date(testApp.clock.now().getTime() - 86_400_000).toISOString(),
          to: testApp.clock.now().toISOString(),
        },
      })
    ).body
    expect(rows).toMatchObject([{ name: 'A1', now: 0, visits: 1, averageSeconds: 360 }])
    // An open visit has no duration and does not count in the average.
    const lasting = (
      await testApp.call(world.admin(), zones.listOccupancy, {
        body: {
          roomId: world.rooms[1],
          from: new Date(testApp.clock.now().getTime() - 86_400_000).toISOString(),
          to: testApp.clock.now().toISOString(),
        },
      })
    ).body.rows[0]
    expect(lasting).toMatchObject({ name: 'A2', now: 1, visits: 1, averageSeconds: null })
    expect(lasting?.longestSeconds).toBeGreaterThan(0)
  })

  it('end with the last word after half an hour of silence, and when a user takes the equipment off the map', async () => {
    testApp.clock.advance(40 * MINUTE_MS)
    await world.signInAnew()
    await trackVisits(world.server().kernel)
    const [newest] = (await visitsOf({ equipmentId: pump })).rows
    expect(newest?.leftAt).not.toBeNull()
    const bed = await world.createThing('Bed')
    await testApp.call(world.admin(), rtls.placeEquipment, {
      params: { equipmentId: bed },
      body: { floorId: world.floorId, longitude: 14.0001, latitude: 50.0001 },
    })
    await trackVisits(world.server().kernel)
    const inRooms = async () => (await visitsOf({ equipmentId: bed, isOpen: true })).count
    expect(await inRooms()).toBe(1)
    await testApp.call(world.admin(), rtls.clearPlace, { params: { equipmentId: bed } })
    testApp.clock.advance(2 * MINUTE_MS)
    await trackVisits(world.server().kernel)
    expect(await inRooms()).toBe(0)
  })

  it('are never of another company, and are removed when their time is over', async () => {
    const stranger = await testApp.signIn('administrator', 'there')
    expect((await testApp.call(stranger, zones.listVisits, { body: {} })).body.count).toBe(0)
    testApp.clock.advance(91 * 86_400_000)
    await world.signInAnew()
    await removeExpired(testApp.app.kernel)
    expect((await visitsOf({ equipmentId: pump })).count).toBe(0)
  })

  it('are made from existing positions if none were stored before', async () => {
    await asSystem(testApp.pool, (db) => db.delete(tables.visit))
    const now = testApp.clock.now().getTime()
    await asSystem(testApp.pool, (db) =>
      db.insert(tables.position).values(
        [80, 70, 60, 50, 40, 30, 20].map((minutes) => ({
          companyId: testApp.here.id,
          equipmentId: pump,
          floorId: world.floorId,
          roomId: world.rooms[minutes > 35 ? 0 : 1] ?? null,
          longitude: 14.0001,
          latitude: 50.0001,
          accuracy: 2,
          method: 'distances' as const,
          at: new Date(now - minutes * MINUTE_MS),
          heard: [],
          rejected: [],
        })),
      ),
    )
    await world.startAnew()
    await world.hear(pump, 1)
    const { rows } = await visitsOf({ equipmentId: pump })
    expect(rows.map(({ roomName, seconds }) => [roomName, seconds])).toEqual([
      ['A2', 30 * 60],
      ['A1', 50 * 60],
    ])
  })
})

describe('the job of visits', () => {
  const companyId = () => testApp.here.id
  const run = async (...changed: number[]) => {
    const { kernel } = world.server()
    const work = () => trackVisits(kernel, new Set(changed))
    return (await statementsOf(testApp.pool, work)).texts.length
  }

  it('asks the database only after a change, or if a visit may begin or end', async () => {
    const cart = await world.createThing('Cart 1')
    await world.stay(cart, 0, 2)
    await run(companyId())
    testApp.clock.advance(61_000)
    expect(await run(companyId())).toBeGreaterThan(0)
    testApp.clock.advance(61_000)
    await run()
    testApp.clock.advance(61_000)
    expect(await run()).toBe(0)
    expect(await run(companyId())).toBeGreaterThan(0)
    testApp.clock.advance(31 * MINUTE_MS)
    await world.signInAnew()
    expect(await run()).toBeGreaterThan(0)
    const { rows } = await visitsOf({ equipmentId: cart })
    expect(rows.every(({ leftAt }) => leftAt !== null)).toBe(true)
  })

  it('notices a change whose notification was lost after ten minutes', async () => {
    const chair = await world.createThing('Chair 1')
    await world.stay(chair, 1, 2)
    await run(companyId())
    await asSystem(testApp.pool, (db) =>
      db.delete(tables.lastPosition).where(eq(tables.lastPosition.equipmentId, chair)),
    )
    const isOpen = async () => (await visitsOf({ equipmentId: chair, isOpen: true })).count > 0
    testApp.clock.advance(10 * MINUTE_MS)
    await world.signInAnew()
    expect(await isOpen()).toBe(true)
    await run()
    expect(await isOpen()).toBe(false)
  })
})
