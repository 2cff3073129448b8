import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'

const { devices, sensors } = contract
let sensorApp: SensorApp

beforeAll(async () => {
  sensorApp = await openSensorApp()
})
afterAll(() => sensorApp.testApp.close())

const kept = (id: Id<'sensor'>) =>
  asSystem(sensorApp.testApp.pool, async (db) =>
    (
      await db
        .select({ value: tables.sensorReading.value })
        .from(tables.sensorReading)
        .where(
          ofCompany(
            tables.sensorReading,
            sensorApp.testApp.here.id,
            eq(tables.sensorReading.sensorId, id),
          ),
        )
        .orderBy(tables.sensorReading.at)
    ).map(({ value }) => value),
  )
const ago = (minutes: number) =>
  new Date(sensorApp.testApp.clock.now().getTime() - minutes * 60_000).toISOString()
const problems = (code: string, count: number, about: string[] = []) => ({
  problems: [{ code, count, about }],
})

describe('sensor readings', () => {
  it('are stored with the calibration of their sensor, and the newest is its state', async () => {
    const { id, deviceId } = await sensorApp.add({ offset: -0.3 })
    const answer = await sensorApp.send({
      readings: [
        { sensor: deviceId, value: 4.4, at: ago(1), battery: 77 },
        { sensor: deviceId, value: 6, at: ago(30) },
      ],
    })
    expect(answer).toMatchObject({ status: 200, body: { accepted: 2, ignored: 0, problems: [] } })
    expect(await kept(id)).toEqual([5.7, 4.1])
    expect(await sensorApp.one(id)).toMatchObject({ value: 4.1, battery: 77, state: 'ok' })
    await sensorApp.send({ readings: [{ sensor: deviceId, value: 9, at: ago(60) }] })
    expect(await sensorApp.one(id)).toMatchObject({ value: 4.1 })
    expect(await kept(id)).toEqual([8.7, 5.7, 4.1])
  })

  it('are stored however small, such as a leak of a millionth', async () => {
    const { id, deviceId } = await sensorApp.add({})
    const values = ['4e-7', 0.0000001, -2.5e-9]
    const answer = await sensorApp.send({
      readings: values.map((value, at) => ({ sensor: deviceId, value, at: ago(9 - at) })),
    })
    expect(answer).toMatchObject({ status: 200, body: { accepted: 3, problems: [] } })
    expect(await kept(id)).toEqual(values.map(Number))
    expect(await sensorApp.one(id)).toMatchObject({ value: -2.5e-9 })
  })

  it('of a clock that is ahead do not delay what is measured meanwhile', async () => {
    const { id, deviceId } = await sensorApp.add()
    await sensorApp.send({ readings: [{ sensor: deviceId, value: 7, at: ago(-4.9) }] })
    await sensorApp.pass(1)
    await sensorApp.send({ readings: [{ sensor: deviceId, value: 9 }] })
    expect(await sensorApp.one(id)).toMatchObject({ value: 9 })
  })

  it('of yes and no are refused for a temperature', async () => {
    const { deviceId } = await sensorApp.add()
    expect(await sensorApp.send({ readings: [{ sensor: deviceId, value: true }] })).toMatchObject({
      body: { accepted: 0, ...problems('notANumber', 1, [deviceId ?? '']) },
    })
  })

  it('of one sensor and instant are one, within a report and after it', async () => {
    const { id, deviceId } = await sensorApp.add()
    const reading = { sensor: deviceId, value: 4, at: ago(1) }
    expect(await sensorApp.send({ readings: [reading, reading] })).toMatchObject({
      body: { accepted: 1, ...problems('twice', 1, [deviceId ?? '']) },
    })
    expect(await sensorApp.send({ readings: [reading, { ...reading, value: 7 }] })).toMatchObject({
      body: { accepted: 0, ...problems('twice', 2, [deviceId ?? '']) },
    })
    expect(await kept(id)).toEqual([4])
  })

  it.each([
    ['a value that is not a number', { value: 'warm' }, 'notANumber'],
    ['the year 2090', { at: '2090-01-01T00:00:00Z' }, 'fromFuture'],
    ['a clock that was never set', { at: '1970-01-01T00:00:00Z' }, 'tooOld'],
    ['a value beyond what the type measures', { value: 6_000 }, 'beyondRange'],
  ])('with %s are counted and reported, and the others are stored', async (_what, bad, code) => {
    const { id, deviceId } = await sensorApp.add()
    const good = { sensor: deviceId, value: 4, at: ago(1) }
    const { body } = await sensorApp.send({ readings: [{ ...good, at: ago(2), ...bad }, good] })
    expect(body).toMatchObject({ accepted: 1, ignored: 1, problems: [{ code, count: 1 }] })
    expect(await kept(id)).toEqual([4])
    const aside = await sensorApp.testApp.call(sensorApp.admin, devices.listQuarantine, {
      body: {},
    })
    expect(aside.body.rows).toContainEqual(
      expect.objectContaining({ reason: 'badReadings', fault: code, device: deviceId }),
    )
  })

  it('of a leak end it, in the words and the case of its maker', async () => {
    const type = await sensorApp.testApp.call(sensorApp.admin, sensors.createSensorType, {
      body: {
        name: 'Leak rope',
        metric: 'waterLeak',
        unit: '-',
        minimum: 0,
        maximum: 1,
        step: 1,
        everyMinutes: 10,
      },
    })
    const { id } = await sensorApp.add({ typeId: type.body.id, deviceId: 'A84041FFFF2657AC' })
    const say = async (object: object) => {
      await sensorApp.pass(1)
      return sensorApp.send({ deviceInfo: { devEui: 'a84041ffff2657ac' }, object }, 'chirpstack')
    }
    expect(await say({ WATER_LEAK_STATUS: 'LEAK' })).toMatchObject({ body: { accepted: 1 } })
    expect(await sensorApp.one(id)).toMatchObject({ value: 1 })
    expect(await say({ WATER_LEAK_STATUS: 'NO LEAK' })).toMatchObject({ body: { accepted: 1 } })
    expect(await sensorApp.one(id)).toMatchObject({ value: 0 })
  })

  it('under unknown names are counted and laid aside with them', async () => {
    const { body } = await sensorApp.send(
      {
        end_device_ids: { dev_eui: 'A84041FFFF2657AD' },
        uplink_message: { decoded_payload: { damp_grade: 'yes', BatV: 3.1 } },
      },
      'ttn',
    )
    expect(body).toMatchObject({ accepted: 0, ignored: 1, ignoredBecause: { notUnderstood: 1 } })
    const aside = await sensorApp.testApp.call(sensorApp.admin, devices.listQuarantine, {
      body: {},
    })
    expect(aside.body.rows).toContainEqual(
      expect.objectContaining({ format: 'ttn', reason: 'unknownNames', names: 'BatV, damp_grade' }),
    )
  })

  it('of an unknown sensor are counted, reported and laid aside', async () => {
    const { body } = await sensorApp.send({ readings: [{ sensor: 'nobody', value: 4 }] })
    expect(body).toMatchObject({ accepted: 0, ...problems('unknownSensor', 1, ['NOBODY']) })
    const aside = await sensorApp.testApp.call(sensorApp.admin, devices.listQuarantine, {
      body: {},
    })
    expect(aside.body.rows).toContainEqual(
      expect.objectContaining({ reason: 'unknownSensor', about: 'NOBODY' }),
    )
  })

  it('never reach a sensor of another company', async () => {
    const type = await sensorApp.testApp.call(sensorApp.stranger, sensors.createSensorType, {
      body: {
        name: 'Theirs',
        metric: 'temperature',
        unit: '°C',
        minimum: null,
        maximum: null,
        step: 0.1,
        everyMinutes: 10,
      },
    })
    const { body: theirs } = await sensorApp.testApp.call(
      sensorApp.stranger,
      sensors.createSensor,
      {
        body: {
          name: 'Theirs',
          typeId: type.body.id,
          deviceId: 'THEIR-DEVICE',
          equipmentId: null,
          locationId: null,
          offset: 0,
          lowerLimit: null,
          upperLimit: null,
          limitMinutes: 0,
          isActive: true,
        },
      },
    )
    expect(
      await sensorApp.send({ readings: [{ sensor: 'THEIR-DEVICE', value: 4 }] }),
    ).toMatchObject({
      body: { accepted: 0, ...problems('unknownSensor', 1, ['THEIR-DEVICE']) },
    })
    const { body } = await sensorApp.testApp.call(sensorApp.stranger, sensors.getSensors, {})
    expect(body.rows).toMatchObject([{ id: theirs.id, value: null, lastHeardAt: null }])
  })

  it('of a switched-off sensor are not stored', async () => {
    const { id, deviceId } = await sensorApp.add({ isActive: false })
    expect(await sensorApp.send({ readings: [{ sensor: deviceId, value: 4 }] })).toMatchObject({
      body: { accepted: 0, ...problems('switchedOff', 1, [deviceId ?? '']) },
    })
    expect(await kept(id)).toEqual([])
  })

  it('come in sets, also if each has a NUL byte', async () => {
    const { id, deviceId } = await sensorApp.add()
    const set = (from: number) => ({
      readings: Array.from({ length: 5_000 }, (_each, index) => ({
        sensor: index === 7 ? 'cold\u0000one' : deviceId,
        value: (index % 20) + 0.5,
        at: new Date(Date.UTC(2026, 0, 1) + (from + index) * 1_000).toISOString(),
      })),
    })
    for (const from of [0, 5_000])
      expect(await sensorApp.send(set(from))).toMatchObject({
        body: { accepted: 4_999, ...problems('notAReading', 1) },
      })
    expect((await kept(id)).length).toBe(9_998)
    expect(await sensorApp.one(id)).toMatchObject({ state: 'ok' })
  })

  it('are refused whole if there are too many at once, and nothing is stored', async () => {
    const { id, deviceId } = await sensorApp.add()
    const many = (count: number) => ({
      readings: Array.from({ length: count }, () => ({ sensor: deviceId, value: 4 })),
    })
    expect(await sensorApp.send(many(5_001))).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'tooMany' }] },
    })
    const { status, body } = await sensorApp.send(many(100_000))
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('tooLarge')])
    expect(await kept(id)).toEqual([])
  })

  it('come from a LoRaWAN network, each metric to its own sensor', async () => {
    const air = await sensorApp.testApp.call(sensorApp.admin, sensors.createSensorType, {
      body: {
        name: 'Air',
        metric: 'humidity',
        unit: '%',
        minimum: 0,
        maximum: 100,
        step: 1,
        everyMinutes: 10,
      },
    })
    const warm = await sensorApp.add({ deviceId: '00:04:A3:0B:01:03:B1:BF' })
    const damp = await sensorApp.add({ deviceId: '0004a30b0103b1bf', typeId: air.body.id })
    const uplink = {
      end_device_ids: { dev_eui: '0004A30B0103B1BF' },
      received_at: ago(1),
      uplink_message: {
        decoded_payload: { temperature: 4.8, humidity: 50, battery: 12, pressure: 1_001 },
      },
    }
    expect(await sensorApp.send(uplink, 'ttn')).toMatchObject({
      body: { accepted: 2, problems: [] },
    })
    expect(await sensorApp.one(warm.id)).toMatchObject({ value: 4.8, battery: 12 })
    expect(await sensorApp.one(damp.id)).toMatchObject({ value: 50, battery: 12 })
    expect(
      await sensorApp.send({ readings: [{ sensor: '0004A30B0103B1BF', value: 4 }] }),
    ).toMatchObject({ body: problems('whichMetric', 1, ['0004A30B0103B1BF']) })
    expect(
      await sensorApp.send({ ...uplink, uplink_message: { frm_payload: 'AXVc' } }, 'ttn'),
    ).toMatchObject({ status: 400, body: { errors: [{ code: 'notDecoded' }] } })
  })
})
