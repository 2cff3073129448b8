import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { statementsOf } from '#tests/statements.ts'
import { watchSensors } from './watch.ts'

const { alerts, devices, sensors } = contract
let sensorApp: SensorApp
let since: Date

beforeAll(async () => {
  sensorApp = await openSensorApp()
  since = sensorApp.testApp.clock.now()
})
afterAll(() => sensorApp.testApp.close())
beforeEach(() =>
  asSystem(sensorApp.testApp.pool, async (db) => {
    await db.delete(tables.alert)
    await db.update(tables.sensor).set({ isActive: false, outside: null, outsideSince: null })
    await db.delete(tables.message)
  }),
)

const minutes = (count: number) => sensorApp.pass(count)
const watch = () => watchSensors(sensorApp.testApp.app.kernel, since)
const say = (deviceId: string | null, value: number, gateway?: string) =>
  sensorApp.send({ ...(gateway ? { gateway } : {}), readings: [{ sensor: deviceId, value }] })
const told = async (token = sensorApp.admin) =>
  (await sensorApp.testApp.call(token, alerts.listAlerts, { body: {} })).body.rows.map(
    ({ kind, text, endedAt, sensor: one, equipment }) => ({
      kind,
      text,
      about: one?.name ?? equipment?.name ?? null,
      isOver: endedAt !== null,
    }),
  )

describe('a limit of a sensor', () => {
  it('alerts after its minutes, once, and ends by itself', async () => {
    const { id, name, deviceId } = await sensorApp.add({ upperLimit: 8, limitMinutes: 15 })
    await say(deviceId, 9)
    await minutes(10)
    await say(deviceId, 9.5)
    await watch()
    expect(await told()).toEqual([])
    await minutes(5)
    await watch()
    await watch()
    const one = { kind: 'sensorTooHigh', text: '9.5 °C', about: name }
    expect(await told()).toEqual([{ ...one, isOver: false }])
    // a value less than a step inside the limit does not end the incident
    await say(deviceId, 7.8)
    await watch()
    expect(await told()).toEqual([{ ...one, isOver: false }])
    await minutes(1)
    await say(deviceId, 7.4)
    await watch()
    expect(await told()).toEqual([{ ...one, isOver: true }])
    const own = await sensorApp.testApp.call(sensorApp.admin, sensors.listSensorAlerts, {
      params: { id },
      body: {},
    })
    expect(own.body).toMatchObject({ count: 1, rows: [{ kind: 'sensorTooHigh', text: '9.5 °C' }] })
    expect(own.body.rows[0]?.endedAt).not.toBeNull()
  })

  it('does not alert for a moment beyond it', async () => {
    const { deviceId } = await sensorApp.add({ upperLimit: 8, limitMinutes: 15 })
    await say(deviceId, 9)
    await minutes(5)
    await say(deviceId, 5)
    await minutes(15)
    await say(deviceId, 5)
    await watch()
    expect(await told()).toEqual([])
  })

  it('alerts as ended if a device brings its readings late', async () => {
    const { deviceId } = await sensorApp.add({ upperLimit: 8, limitMinutes: 15 })
    const now = sensorApp.testApp.clock.now().getTime()
    const at = (ago: number) => new Date(now - ago * 60_000).toISOString()
    await sensorApp.send({
      readings: [
        { sensor: deviceId, value: 9, at: at(60) },
        { sensor: deviceId, value: 11, at: at(50) },
        { sensor: deviceId, value: 5, at: at(40) },
      ],
    })
    await watch()
    expect(await told()).toMatchObject([{ kind: 'sensorTooHigh', text: '11.0 °C', isOver: true }])
  })

  it('alerts once for flickering within a report, with how often and the worst', async () => {
    const { deviceId } = await sensorApp.add({ upperLimit: 10, limitMinutes: 0 })
    const now = sensorApp.testApp.clock.now().getTime()
    await sensorApp.send({
      readings: Array.from({ length: 1_001 }, (_, second) => ({
        sensor: deviceId,
        value: second === 501 ? 30 : second % 2 === 0 ? 5 : 20,
        at: new Date(now - (1_001 - second) * 1_000).toISOString(),
      })),
    })
    expect(await told()).toMatchObject([
      { kind: 'sensorTooHigh', text: '30.0 °C · ×500', isOver: true },
    ])
  })

  it('alerts by mail those who want it, at its beginning and its end', async () => {
    const mail = (hasMailAlerts: boolean) =>
      asSystem(sensorApp.testApp.pool, (db) =>
        db
          .update(tables.user)
          .set({ hasMailAlerts })
          .where(eq(tables.user.id, sensorApp.testApp.here.users.administrator)),
      )
    await mail(true)
    const { name, deviceId } = await sensorApp.add({ lowerLimit: 2 })
    await say(deviceId, 1)
    await watch()
    await minutes(1)
    await say(deviceId, 4)
    await watch()
    await mail(false)
    const sent = await asSystem(sensorApp.testApp.pool, (db) =>
      db.select({ text: tables.message.text }).from(tables.message).orderBy(tables.message.id),
    )
    expect(sent.map(({ text }) => text.split('\n')[0])).toEqual([
      `“${name}” reads too low: 1.0 °C.`,
      `“${name}”: this has ended.`,
    ])
  })

  it('alerts nobody who neither manages devices nor follows the object', async () => {
    const equipmentId = await sensorApp.thing('Followed')
    const follow = (follows: boolean) =>
      sensorApp.testApp.call(sensorApp.staff, alerts.setEquipmentFollow, {
        params: { id: equipmentId },
        body: { follows },
      })
    const { deviceId } = await sensorApp.add({ upperLimit: 8, equipmentId })
    await say(deviceId, 9)
    await watch()
    expect(await told(sensorApp.staff)).toEqual([])
    await minutes(1)
    await say(deviceId, 4)
    await watch()
    await follow(true)
    await minutes(1)
    await say(deviceId, 9)
    await watch()
    expect(await told(sensorApp.staff)).toHaveLength(1)
  })
})

describe('the silence of a sensor', () => {
  const addGateway = async (mac: string) => {
    const type = await sensorApp.testApp.call(sensorApp.admin, devices.createGatewayType, {
      body: { name: `Type of ${mac}`, format: 'plantroom' },
    })
    const equipmentId = await sensorApp.thing(`Radio ${mac}`)
    await sensorApp.testApp.call(sensorApp.admin, devices.createGateway, {
      body: { mac, typeId: type.body.id, equipmentId, correction: 0, isActive: true },
    })
  }

  it('alerts after four intervals, and ends with the next reading', async () => {
    const { name, deviceId } = await sensorApp.add()
    await say(deviceId, 4)
    await minutes(39)
    await watch()
    expect(await told()).toEqual([])
    await minutes(1)
    await watch()
    await watch()
    const one = { kind: 'sensorSilent', text: null, about: name }
    expect(await told()).toEqual([{ ...one, isOver: false }])
    await say(deviceId, 4)
    await watch()
    expect(await told()).toEqual([{ ...one, isOver: true }])
  })

  it('behind a gateway is one incident of the gateway for forty sensors', async () => {
    const mac = 'A84041FFFF2657AD'
    await addGateway(mac)
    const behind = []
    for (let each = 0; each < 40; each += 1) behind.push(await sensorApp.add())
    await sensorApp.send({
      gateway: mac,
      readings: behind.map(({ deviceId }) => ({ sensor: deviceId, value: 4 })),
    })
    const first = behind[0]?.id ?? (0 as Id<'sensor'>)
    expect(await sensorApp.one(first)).toMatchObject({ gateway: { isDown: false } })
    await minutes(60)
    await watch()
    await minutes(60)
    await watch()
    const one = { kind: 'gatewaySilent', text: null, about: `Radio ${mac}` }
    expect(await told()).toEqual([{ ...one, isOver: false }])
    expect(await sensorApp.one(first)).toMatchObject({ state: 'silent', gateway: { isDown: true } })
    await say(behind[0]?.deviceId ?? '', 4, mac)
    await watch()
    expect(await told()).toEqual([{ ...one, isOver: true }])
    await minutes(30)
    await say(behind[0]?.deviceId ?? '', 4, mac)
    await watch()
    expect(await told()).toHaveLength(1)
    await minutes(10)
    await say(behind[0]?.deviceId ?? '', 4, mac)
    await watch()
    expect((await told()).filter(({ kind }) => kind === 'sensorSilent')).toHaveLength(39)
  })

  it('of hundreds at once is reported whole, and ends for each with the next round', async () => {
    const { id } = await sensorApp.add({})
    const one = await asSystem(sensorApp.testApp.pool, async (db) => {
      const [first] = await db
        .select()
        .from(tables.sensor)
        .where(eq(tables.sensor.id, id as Id<'sensor'>))
      if (!first) throw new Error('It was made')
      const { id: _id, ...rest } = first
      await db.insert(tables.sensor).values(
        Array.from({ length: 120 }, (_, index) => ({
          ...rest,
          name: `Crowd ${index}`,
          deviceId: `CROWD${index}`,
        })),
      )
      return rest
    })
    await sensorApp.send({
      readings: Array.from({ length: 120 }, (_, index) => ({ sensor: `CROWD${index}`, value: 5 })),
    })
    await minutes(60)
    await watch()
    const open = async () => (await told()).filter(({ isOver }) => !isOver).length
    const listed = async () =>
      asSystem(sensorApp.testApp.pool, (db) =>
        db
          .select({ name: tables.sensor.name })
          .from(tables.alert)
          .innerJoin(tables.sensor, eq(tables.sensor.id, tables.alert.sensorId))
          .where(ofCompany(tables.alert, one.companyId, isNull(tables.alert.endedAt))),
      )
    expect(await listed()).toHaveLength(120)
    expect(await open()).toBeGreaterThan(0)
    await say('CROWD3', 5)
    await say('CROWD119', 5)
    await watch()
    const left = (await listed()).map(({ name }) => name)
    expect(left).toHaveLength(118)
    expect(left).not.toContain('Crowd 119')
    expect(left).not.toContain('Crowd 3')
  })

  it('does not count while the server itself was not listening', async () => {
    const { deviceId } = await sensorApp.add()
    await say(deviceId, 4)
    await minutes(500)
    await watchSensors(sensorApp.testApp.app.kernel, sensorApp.testApp.clock.now())
    expect(await told()).toEqual([])
  })
})

it('the watch over sensors asks one question for all companies if nothing is due', async () => {
  const { deviceId } = await sensorApp.add({ upperLimit: 8, limitMinutes: 15 })
  await say(deviceId, 5)
  await watch()
  await minutes(1)
  const { texts } = await statementsOf(sensorApp.testApp.pool, watch)
  expect(texts.filter((text) => /^\s*select/.test(text))).toHaveLength(1)
})
