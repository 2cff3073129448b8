import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventByKind, WatchedEvent } from '#contract/automation/events.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { zoneIncidents } from '#contract/rules/zoneAlerts.ts'
import * as tables from '#db/schema/index.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { MINUTE_MS, openTrackedWard, type TrackedWard } from '#tests/trackedWard.ts'
import { watchedRules, type WatchedRules } from '#tests/watchedRules.ts'
import { spansOf } from './events.ts'

const { equipment, locations, references } = contract
let world: TrackedWard
let rules: WatchedRules
let pump: Id<'equipment'>

beforeAll(async () => {
  world = await openTrackedWard()
  rules = await watchedRules(world.testApp, world.admin)
  pump = await world.createThing('Pump 1')
})
afterAll(() => world.close())

const inWard = (change: Partial<EventByKind<'equipmentInPlace'>> = {}): WatchedEvent => ({
  kind: 'equipmentInPlace',
  locationId: world.ward,
  equipmentTypeIds: [],
  minutes: 10,
  whenOver: 'close',
  ...change,
})
const away = (minutes: number): WatchedEvent => ({
  kind: 'equipmentAway',
  locationId: world.ward,
  equipmentTypeIds: [],
  minutes,
  whenOver: 'close',
})
/** Heard there each minute, with a look after each. */
async function stay(at: 0 | 1, minutes: number, thing = pump): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await world.hear(thing, at)
    await rules.settle()
    world.testApp.clock.advance(MINUTE_MS)
  }
  await world.signInAnew()
}
const runsOf = async (id: Id<'automation'>) => (await rules.runsOf(id)).map(({ at }) => at)
const now = () => world.testApp.clock.now().toISOString()

describe('a rule that begins with equipment in a place', () => {
  it('acts after its minutes there, not after a shorter stay, and closes its ticket afterwards', async () => {
    const rule = await rules.save(inWard(), 'Too long')
    await stay(0, 6)
    await stay(1, 5)
    expect(await runsOf(rule.id)).toEqual([])
    const entered = now()
    await stay(0, 15)
    const [run, ...more] = await rules.runsOf(rule.id)
    expect(more).toEqual([])
    expect(run).toMatchObject({
      outcome: 'done',
      thing: 'Pump 1',
      subject: { kind: 'equipment', id: pump, name: 'Pump 1' },
    })
    const waited = Date.parse(run?.at ?? '') - Date.parse(entered)
    expect(waited).toBeGreaterThanOrEqual(10 * MINUTE_MS)
    expect(waited).toBeLessThan(12 * MINUTE_MS)
    const ticketId = run?.effects[0]?.ticketIds[0]
    expect(await rules.categoryOf(ticketId)).toBe('open')
    await stay(1, 4)
    expect(await rules.categoryOf(ticketId)).toBe('closed')
    expect((await rules.backTest(inWard())).matched).toBe(1)
    await rules.drop(rule.id)
  })

  it('acts at once with no minutes, once for each entry', async () => {
    const rule = await rules.save(inWard({ minutes: 0, whenOver: 'nothing' }), 'Came')
    await stay(0, 3)
    await stay(1, 3)
    await stay(0, 3)
    expect(await runsOf(rule.id)).toHaveLength(2)
    await stay(1, 3)
    await rules.drop(rule.id)
  })

  it('goes on waiting while the equipment changes rooms inside the place', async () => {
    const { testApp, admin } = world
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.room)
        .set({ locationId: world.ward })
        .where(eq(tables.room.id, world.rooms[1])),
    )
    const cart = await world.createThing('Cart')
    const rule = await rules.save(inWard({ minutes: 12 }), 'In the ward')
    for (const room of [0, 1, 0, 1] as const) await stay(room, 4, cart)
    const runs = await rules.runsOf(rule.id)
    expect(runs.filter(({ thing }) => thing === 'Cart')).toHaveLength(1)
    await rules.drop(rule.id)
    await asSystem(testApp.pool, (db) =>
      db.update(tables.room).set({ locationId: null }).where(eq(tables.room.id, world.rooms[1])),
    )
    await testApp.call(admin(), equipment.deleteEquipment, { params: { id: cart } })
  })

  it('is named where its place is used, and put under review when it is deleted', async () => {
    const { testApp, admin } = world
    const { body: shed } = await testApp.call(admin(), locations.createLocation, {
      body: { name: 'Shed', typeId: world.own.locationType as Id<'locationType'> },
    })
    const rule = await rules.save(inWard({ locationId: shed.id }), 'In the shed')
    const { body: uses } = await testApp.call(admin(), references.listReferences, {
      body: { kind: 'location', id: shed.id },
    })
    expect(uses.rows).toContainEqual({ kind: 'automation', id: rule.id, name: 'In the shed' })
    await testApp.call(admin(), locations.deleteLocation, { params: { id: shed.id } })
    const { body } = await testApp.call(admin(), contract.automations.getAutomation, {
      params: { id: rule.id },
    })
    expect(body).toMatchObject({ needsReview: true, isActive: false })
    await rules.drop(rule.id)
  })
})

describe('a rule that begins with equipment away from a place', () => {
  it('acts when it stays away, not if it comes back before, and closes its ticket on its return', async () => {
    await stay(0, 3)
    const rule = await rules.save(away(10), 'Missing')
    await stay(1, 6)
    await stay(0, 3)
    expect(await runsOf(rule.id)).toEqual([])
    await stay(1, 14)
    const [run, ...more] = await rules.runsOf(rule.id)
    expect(more).toEqual([])
    const ticketId = run?.effects[0]?.ticketIds[0]
    expect(await rules.categoryOf(ticketId)).toBe('open')
    await stay(0, 4)
    expect(await rules.categoryOf(ticketId)).toBe('closed')
    await rules.drop(rule.id)
  })

  it('acts for equipment without a signal, and on another server that starts meanwhile', async () => {
    await stay(0, 3)
    const rule = await rules.save(away(60), 'Lost')
    world.testApp.clock.advance(40 * MINUTE_MS)
    await world.startAnew()
    await world.signInAnew()
    const bed = await world.createThing('Bed')
    await stay(1, 30, bed)
    expect(await runsOf(rule.id)).toHaveLength(1)
    await rules.drop(rule.id)
  })

  it('finds the spans that the built-in rule finds', async () => {
    const { testApp } = world
    const thing = await world.createThing('Walker')
    const begin = testApp.clock.now().getTime() - 20 * 3_600_000
    const visits = fc.array(
      fc.record({ at: fc.integer({ min: 0, max: 1_000 }), for: fc.integer({ min: 1, max: 90 }) }),
      { minLength: 1, maxLength: 12 },
    )
    for (const set of fc.sample(visits, { numRuns: 25, seed: 5 })) {
      const spans = set.map((one) => ({
        equipmentId: thing as number,
        from: begin + one.at * MINUTE_MS,
        to: begin + (one.at + one.for) * MINUTE_MS,
      }))
      await asSystem(testApp.pool, async (db) => {
        await db.delete(tables.visit).where(eq(tables.visit.equipmentId, thing))
        await db.insert(tables.visit).values(
          spans.map(({ from, to }) => ({
            companyId: testApp.here.id,
            equipmentId: thing,
            kind: 'room' as const,
            zoneId: world.rooms[0],
            buildingId: world.own.building as Id<'building'>,
            enteredAt: new Date(from),
            leftAt: new Date(to),
          })),
        )
      })
      const to = testApp.clock.now().getTime()
      const found = await asSystemActor(testApp.app.kernel, testApp.here.id, (scope) =>
        spansOf(scope, away(30), { from: new Date(begin), now: new Date(to) }),
      )
      expect(
        found
          .filter((span) => span.subjectId === thing && (span.to ?? to) >= span.dueAt)
          .map((span) => ({ equipmentId: thing, from: span.dueAt, to: span.to })),
      ).toEqual(
        zoneIncidents({ kind: 'left', minutes: 30, minimum: 1 }, spans, { from: begin, to }),
      )
    }
  })
})
