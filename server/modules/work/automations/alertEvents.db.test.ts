import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WatchedEvent } from '#contract/automation/events.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { openStockedWard } from '#tests/stockedWard.ts'
import { watchedRules, type WatchedRules } from '#tests/watchedRules.ts'
import { watchSensors } from '../../site/sensors/watch.ts'

const { automations, devices, references, sensors, tickets } = contract

describe('a rule that begins with a sensor', () => {
  let app: SensorApp
  let rules: WatchedRules
  let since: Date
  beforeAll(async () => {
    app = await openSensorApp()
    since = app.testApp.clock.now()
    rules = await watchedRules(app.testApp, () => app.admin)
  })
  afterAll(() => app.testApp.close())

  const say = (deviceId: string | null, value: number) =>
    app.send({ readings: [{ sensor: deviceId, value }] })
  const tick = async (minutes: number) => {
    await app.pass(minutes)
    await watchSensors(app.testApp.app.kernel, since)
    await rules.settle()
  }
  const beyond: WatchedEvent = {
    kind: 'sensorBeyondLimit',
    sensorTypeIds: [],
    minutes: 10,
    whenOver: 'close',
  }

  it('acts once after its minutes, not if it was over before, and closes what it opened', async () => {
    const rule = await rules.save(beyond, 'Too warm')
    const fridge = await app.thing('Fridge 1')
    const warm = await app.add({ upperLimit: 8, equipmentId: fridge })
    const brief = await app.add({ upperLimit: 8 })
    await tick(1)
    await say(warm.deviceId, 9)
    await say(brief.deviceId, 9)
    await tick(0)
    expect(await rules.waiting(rule.id)).toBe(2)
    await tick(5)
    await say(warm.deviceId, 9)
    await say(brief.deviceId, 5)
    await tick(0)
    expect(await rules.waiting(rule.id)).toBe(1)
    await tick(4)
    expect(await rules.runsOf(rule.id)).toEqual([])
    await tick(1)
    await tick(3)
    const runs = await rules.runsOf(rule.id)
    expect(runs).toMatchObject([
      {
        outcome: 'done',
        thing: 'Fridge 1',
        subject: { kind: 'sensor', id: warm.id, name: warm.name },
      },
    ])
    const ticketId = runs[0]?.effects[0]?.ticketIds[0]
    const { body: ticket } = await app.testApp.call(app.admin, tickets.getTicket, {
      params: { id: ticketId ?? (0 as Id<'ticket'>) },
    })
    expect(ticket).toMatchObject({ title: 'Too warm', equipment: { id: fridge } })
    expect(ticket.state.category).toBe('open')
    await say(warm.deviceId, 5)
    await tick(0)
    expect(await rules.categoryOf(ticketId)).toBe('closed')
    expect(await rules.backTest(beyond)).toMatchObject({
      matched: 1,
      rows: [{ thing: 'Fridge 1', subject: { kind: 'sensor', id: warm.id } }],
    })
    await rules.drop(rule.id)
  })

  it('gives for late readings the verdict that it would have given in time', async () => {
    const { deviceId } = await app.add({ upperLimit: 8, limitMinutes: 10 })
    const long = await rules.save({ ...beyond, minutes: 15, whenOver: 'nothing' }, 'Long')
    const longer = await rules.save({ ...beyond, minutes: 25, whenOver: 'nothing' }, 'Longer')
    await tick(60)
    const now = app.testApp.clock.now().getTime()
    const at = (ago: number) => new Date(now - ago * 60_000).toISOString()
    await app.send({
      readings: [
        { sensor: deviceId, value: 5, at: at(15) },
        { sensor: deviceId, value: 9, at: at(45) },
        { sensor: deviceId, value: 11, at: at(30) },
      ],
    })
    await tick(0)
    await tick(3)
    // thirty minutes beyond the limit, of which the sensor's own ten come first
    expect(await rules.runsOf(long.id)).toHaveLength(1)
    expect(await rules.runsOf(longer.id)).toEqual([])
    const day = app.testApp.clock.now().getTime() - 86_400_000
    const tried = async ({ event }: { event: unknown }) =>
      (await rules.backTest(event as WatchedEvent)).rows.filter(
        (row) => Date.parse(row.doneAt) > day && row.thing === null,
      ).length
    expect([await tried(long), await tried(longer)]).toEqual([1, 0])
    await rules.drop(long.id)
    await rules.drop(longer.id)
  })

  it('gives that verdict in whatever order the readings arrive, and acts once', async () => {
    const { deviceId } = await app.add({ upperLimit: 8, limitMinutes: 10 })
    const atOnce = await rules.save({ ...beyond, minutes: 0, whenOver: 'nothing' }, 'At once')
    const long = await rules.save({ ...beyond, minutes: 15, whenOver: 'nothing' }, 'Long')
    const longer = await rules.save({ ...beyond, minutes: 25, whenOver: 'nothing' }, 'Longer')
    await tick(60)
    const now = app.testApp.clock.now().getTime()
    for (const [value, ago] of [
      [5, 15],
      [11, 30],
      [9, 45],
      [5, 50],
    ] as const) {
      const at = new Date(now - ago * 60_000).toISOString()
      await app.send({ readings: [{ sensor: deviceId, value, at }] })
      await tick(0)
    }
    await tick(3)
    const runs = [atOnce, long, longer].map(async ({ id }) => (await rules.runsOf(id)).length)
    expect(await Promise.all(runs)).toEqual([1, 1, 0])
    for (const { id } of [atOnce, long, longer]) await rules.drop(id)
  })

  it('means sensors of its types, and is named where a type is used', async () => {
    const other = await app.testApp.call(app.admin, sensors.createSensorType, {
      body: {
        name: 'Other probe',
        metric: 'humidity',
        unit: '%',
        minimum: 0,
        maximum: 100,
        step: 1,
        everyMinutes: 10,
      },
    })
    const rule = await rules.save({ ...beyond, sensorTypeIds: [other.body.id], minutes: 0 }, 'Damp')
    const { body: uses } = await app.testApp.call(app.admin, references.listReferences, {
      body: { kind: 'sensorType', id: other.body.id },
    })
    expect(uses.rows).toContainEqual({ kind: 'automation', id: rule.id, name: 'Damp' })
    const warm = await app.add({ upperLimit: 8 })
    const damp = await app.add({ upperLimit: 50, typeId: other.body.id })
    await tick(1)
    await say(warm.deviceId, 9)
    await say(damp.deviceId, 60)
    await tick(0)
    expect((await rules.runsOf(rule.id)).map(({ subject }) => subject?.name)).toEqual([damp.name])
    await rules.drop(rule.id)
  })

  it('is put under review when its type is removed', async () => {
    const unused = await app.testApp.call(app.admin, sensors.createSensorType, {
      body: {
        name: 'Unused probe',
        metric: 'temperature',
        unit: '°C',
        minimum: 0,
        maximum: 100,
        step: 1,
        everyMinutes: 10,
      },
    })
    const rule = await rules.save({ ...beyond, sensorTypeIds: [unused.body.id] }, 'Unused')
    const removed = await app.testApp.call(app.admin, sensors.deleteSensorType, {
      params: { id: unused.body.id },
    })
    expect(removed.status).toBe(200)
    const { body } = await app.testApp.call(app.admin, automations.getAutomation, {
      params: { id: rule.id },
    })
    expect(body).toMatchObject({
      isActive: false,
      needsReview: true,
      missing: [{ kind: 'sensorType', name: 'Unused probe' }],
    })
    await rules.drop(rule.id)
  })

  it('acts for a silent sensor, and says in its ticket that it is heard again', async () => {
    const silent: WatchedEvent = { kind: 'deviceSilent', minutes: 20, whenOver: 'note' }
    const { name, deviceId } = await app.add()
    const rule = await rules.save(silent, 'Silent')
    await say(deviceId, 5)
    await tick(45)
    const own = async () =>
      (await rules.runsOf(rule.id)).filter(({ subject }) => subject?.name === name)
    await tick(19)
    expect(await own()).toEqual([])
    await tick(1)
    const [run] = await own()
    const ticketId = run?.effects[0]?.ticketIds[0] ?? (0 as Id<'ticket'>)
    await tick(1)
    await say(deviceId, 5)
    await tick(0)
    const { body: timeline } = await app.testApp.call(app.admin, tickets.listTicketTimeline, {
      params: { id: ticketId },
      body: {},
    })
    expect(JSON.stringify(timeline.rows)).toContain('causeOver')
    const tried = await rules.backTest(silent)
    expect(tried.rows.filter(({ subject }) => subject?.name === name)).toHaveLength(1)
    await rules.drop(rule.id)
  })

  it('acts once for a silent gateway, with its equipment, and not for each sensor behind it', async () => {
    const mac = 'A84041FFFF2657AD'
    const type = await app.testApp.call(app.admin, devices.createGatewayType, {
      body: { name: 'Radio', format: 'plantroom' },
    })
    const equipmentId = await app.thing('Radio 1')
    await app.testApp.call(app.admin, devices.createGateway, {
      body: { mac, typeId: type.body.id, equipmentId, correction: 0, isActive: true },
    })
    const behind = [await app.add(), await app.add()]
    const rule = await rules.save({ kind: 'deviceSilent', minutes: 5, whenOver: 'close' }, 'Down')
    const hear = () =>
      app.send({
        gateway: mac,
        readings: behind.map(({ deviceId }) => ({ sensor: deviceId, value: 4 })),
      })
    await hear()
    await tick(60)
    await tick(6)
    const names = new Set<string | undefined>(behind.map(({ name }) => name))
    const runs = await rules.runsOf(rule.id)
    expect(runs.filter(({ subject }) => names.has(subject?.name))).toEqual([])
    const [down] = runs.filter(({ thing }) => thing === 'Radio 1')
    expect(down?.subject).toEqual({ kind: 'equipment', id: equipmentId, name: 'Radio 1' })
    await tick(1)
    await hear()
    await tick(1)
    expect(await rules.categoryOf(down?.effects[0]?.ticketIds[0])).toBe('closed')
    await rules.drop(rule.id)
  })

  it('shows a reader runs and a back-test of sensors that they may see', async () => {
    const rule = await rules.save({ ...beyond, minutes: 0 }, 'Hidden')
    const fridge = await app.thing('Secret fridge')
    const hidden = await app.add({ upperLimit: 8, equipmentId: fridge })
    await tick(1)
    await say(hidden.deviceId, 9)
    await tick(0)
    const ofFridge = (rows: readonly { thing: string | null }[]) =>
      rows.filter(({ thing }) => thing === 'Secret fridge').length
    const seen = async () => [
      ofFridge(await rules.runsOf(rule.id)),
      ofFridge((await rules.backTest(beyond)).rows),
      ofFridge((await rules.backTest({ ...beyond, minutes: 0 })).rows),
    ]
    const mayOpen = (allEquipment: boolean) =>
      asSystem(app.testApp.pool, (db) =>
        db
          .update(tables.user)
          .set({ allEquipment, equipmentTypeIds: [] })
          .where(eq(tables.user.id, app.testApp.here.users.administrator)),
      )
    expect(await seen()).toEqual([1, 0, 1])
    await mayOpen(false)
    expect(await seen()).toEqual([0, 0, 0])
    await mayOpen(true)
    await rules.drop(rule.id)
  })
})

describe('a rule that begins with stock', () => {
  it('acts when it stays below its minimum, for its place, and closes what it opened', async () => {
    const ward = await openStockedWard()
    const { testApp } = ward
    const admin = await testApp.signIn('administrator')
    const rules = await watchedRules(testApp, () => admin)
    const low: WatchedEvent = { kind: 'stockLow', minutes: 10, whenOver: 'close' }
    const rule = await rules.save(low, 'Order more')
    await rules.settle()
    testApp.clock.advance(60_000)
    ward.item = await ward.newItem()
    await ward.receive(2)
    await ward.minimumOf(5)
    const pass = async (minutes: number) => {
      testApp.clock.advance(minutes * 60_000)
      await rules.settle()
    }
    await pass(9)
    expect(await rules.runsOf(rule.id)).toEqual([])
    await pass(1)
    const [run] = await rules.runsOf(rule.id)
    expect(run).toMatchObject({ thing: 'Ward', subject: { kind: 'stock', name: 'Vaccine 1' } })
    const ticketId = run?.effects[0]?.ticketIds[0]
    await pass(1)
    await ward.receive(10)
    await pass(0)
    expect(await rules.categoryOf(ticketId)).toBe('closed')
    expect(await rules.backTest(low)).toMatchObject({ matched: 1 })
    await testApp.close()
  })
})
