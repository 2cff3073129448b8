import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { Broker } from '#kernel/work/brokerState.ts'
import { hasMosquitto, startMosquitto, type Mosquitto } from '#tests/mosquitto.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { sensorTypeOf } from '#tests/sensorTypes.ts'
import { asSystem } from '#kernel/data/transaction.ts'

const { devices, sensors } = contract
const isPostgres = inject('database').kind === 'postgres'

/** Written by sparkplug-payload 1.0.3 and pako 2.2.0, as sparkplug-client 3.2.4 does. */
const DEFLATE =
  '12160a09616c676f726974686d200c7a074445464c415445221253504256312e305f434f4d505245535345442a41789ce368d8b5e3c71a6321552e51e7fc9c1485a0fcfc5cfd90d4dc82d4a2c492d2a2540988bc02672a03c3948342825c2c3ea989d93051ee02460946005d8a182c'
const GZIP =
  '12130a09616c676f726974686d200c7a04475a4950221253504256312e305f434f4d505245535345442a4d1f8b0800000000000003e368d8b5e3c71a6321552e51e7fc9c1485a0fcfc5cfd90d4dc82d4a2c492d2a2540988bc02672a03c3948342825c2c3ea989d93051ee0246094600993f608e43000000'

/** Written by sparkplug-payload 1.0.3 (Eclipse Tahu): session 3. */
const NBIRTH =
  '0880bab8f8ac3312120a0562645365711880bab8f8ac3320045803121a0a144e6f646520436f6e74726f6c2f52656269727468200b700012200a0e537570706c7920566f6c7461676510011880bab8f8ac33200965cdccc0411800'
/** DBIRTH: Cold Room/Temperature is alias 10, −18.5 °C. */
const DBIRTH =
  '0880bab8f8ac33123b0a15436f6c6420526f6f6d2f54656d7065726174757265100a1880bab8f8ac3320094a120a07656e67556e69741207080c4203c2b04365000094c11801'
/** DDATA: −17.25, and an alias without a birth. */
const DDATA = '0880bab8f8ac331210100a18e08ebcf8ac3320096500008ac1120910632009650000803f1802'
const NDEATH = '08a0c7bef8ac33120b0a05626453657120045803'

if (!hasMosquitto) console.warn('There is no Mosquitto here: its tests were not run.')

describe.runIf(hasMosquitto && isPostgres)('a message over MQTT', () => {
  let mosquitto: Mosquitto
  let sensorApp: SensorApp
  let topic: string

  const broker = (): Broker => {
    if (sensorApp.testApp.app.kernel.broker === null) throw new Error('There is no broker')
    return sensorApp.testApp.app.kernel.broker
  }
  const counted = () => [...broker().totals().values()].reduce((sum, count) => sum + count, 0)
  async function publish(path: string, payload: string | Buffer) {
    const before = counted()
    await mosquitto.publish(`${topic}/${path}`, payload)
    await expect.poll(counted, { timeout: 20_000, interval: 20 }).toBe(before + 1)
  }
  const hex = (text: string) => Buffer.from(text, 'hex')
  const row = (id: Id<'sensor'>) => sensorApp.one(id)
  const reasons = async () =>
    (
      await sensorApp.testApp.call(sensorApp.admin, devices.listQuarantine, {
        body: { limit: 100 },
      })
    ).body.rows.map(({ reason, about }) => [reason, about])
  const typeOf = (metric: 'temperature' | 'waterLeak' | 'energy') =>
    asSystem(sensorApp.testApp.pool, (db) => sensorTypeOf(db, sensorApp.testApp.here.id, metric))

  beforeAll(async () => {
    mosquitto = await startMosquitto()
    sensorApp = await openSensorApp({
      broker: {
        url: mosquitto.url,
        publicUrl: 'mqtts://broker.example.org',
        username: undefined,
        password: undefined,
        ca: undefined,
        cert: undefined,
        key: undefined,
        prefix: 'plantroom',
      },
      sharedDatabase: true,
    })
    const { body } = await sensorApp.testApp.call(sensorApp.admin, devices.createApiKey, {
      body: { name: 'Broker', ips: [], expirationDate: null, isActive: true, monthLimit: null },
    })
    topic = `plantroom/${body.topicKey}`
    await vi.waitUntil(() => broker().state().connected === 8, 15_000)
  })
  afterAll(async () => {
    await sensorApp.testApp.close()
    await mosquitto.stop()
  })

  it('of ESPHome is a value in plain text, or none where it says nan', async () => {
    const typeId = await typeOf('temperature')
    const { id } = await sensorApp.add({ deviceId: 'cold-room', typeId })
    await publish('esphome/cold-room/sensor/cold_room_temperature/state', '-18.50')
    expect(await row(id)).toMatchObject({ value: -18.5, state: 'ok' })
    await sensorApp.pass(1)
    await publish('esphome/cold-room/sensor/cold_room_temperature/state', 'nan')
    expect(await row(id)).toMatchObject({ value: -18.5, state: 'notAvailable' })
    await publish('esphome/cold-room/status', 'offline')
    expect(await reasons()).toEqual([])
  })

  it('of Shelly is read by the components of its status', async () => {
    const typeId = await typeOf('waterLeak')
    const { id } = await sensorApp.add({ deviceId: 'B8:D6:1A:8B:17:CC', typeId })
    const name = 'shelly/shellyfloodg4-b8d61a8b17cc'
    await publish(`${name}/status/flood:0`, JSON.stringify({ id: 0, alarm: true, mute: false }))
    expect(await row(id)).toMatchObject({ value: 1, state: 'tooHigh' })
    await sensorApp.pass(1)
    await publish(
      `${name}/events/rpc`,
      JSON.stringify({
        src: 'shellyfloodg4-b8d61a8b17cc',
        method: 'NotifyStatus',
        params: { 'flood:0': { id: 0, alarm: false } },
      }),
    )
    expect(await row(id)).toMatchObject({ value: 0, state: 'ok' })
    await publish(`${name}/online`, 'true')
  })

  it('of Sparkplug B is read by the aliases of its birth, until its death', async () => {
    const typeId = await typeOf('temperature')
    const { id } = await sensorApp.add({ deviceId: 'Plant/Edge 7/Kitchen', typeId })
    const path = 'sparkplug/spBv1.0/Plant'
    await publish(`${path}/DDATA/Edge 7/Kitchen`, hex(DDATA))
    expect((await reasons())[0]).toEqual(['unknownAlias', 'PLANT/EDGE 7/KITCHEN · #10, #99'])
    await publish(`${path}/NBIRTH/Edge 7`, hex(NBIRTH))
    await publish(`${path}/DBIRTH/Edge 7/Kitchen`, hex(DBIRTH))
    expect((await row(id)).value).toBe(-18.5)
    await publish(`${path}/DDATA/Edge 7/Kitchen`, hex(DDATA))
    expect((await row(id)).value).toBe(-17.25)
    // session 4 has begun, so the death of session 3 is outdated
    await publish(`${path}/NBIRTH/Edge 7`, hex(NBIRTH.replace('5803', '5804')))
    await publish(`${path}/NDEATH/Edge 7`, hex(NDEATH))
    expect((await row(id)).state).not.toBe('notAvailable')
    await publish(`${path}/NDEATH/Edge 7`, hex(NDEATH.replace('5803', '5804')))
    expect((await row(id)).state).toBe('notAvailable')
    await publish(`${path}/NCMD/Edge 7`, hex(NDEATH))
    await publish(`${path}/DDATA/Edge 7/Kitchen`, '{"temperature": 3}')
    expect((await reasons())[0]).toEqual(['notSparkplug', 'spBv1.0/Plant/DDATA/Edge 7/Kitchen'])
  })

  it.each([
    ['DEFLATE', DEFLATE],
    ['GZIP', GZIP],
  ])('of Sparkplug B is read if its client compresses it: %s', async (_algorithm, payload) => {
    const typeId = await typeOf('temperature')
    const { id } = await sensorApp.add({ deviceId: `Plant/Edge 9/${_algorithm}`, typeId })
    const topic = `sparkplug/spBv1.0/Plant/DDATA/Edge 9/${_algorithm}`
    await publish(topic, hex(payload))
    expect((await row(id)).value).toBe(-18.5)
    await publish(topic, hex(payload.slice(0, -8)))
    expect((await reasons())[0]?.[0]).toBe('notSparkplug')
  })

  it('of a Sparkplug type that does not exist stands in Set aside with its bytes', async () => {
    await publish('sparkplug/spBv1.0/Plant/NDATUM/Edge 8', hex('0801120208010a'))
    const { body } = await sensorApp.testApp.call(sensorApp.admin, devices.listQuarantine, {
      body: { limit: 10, search: 'NDATUM' },
    })
    expect(body.rows).toMatchObject([
      {
        reason: 'notSparkplug',
        about: 'spBv1.0/Plant/NDATUM/Edge 8',
        payload: '0801120208010a',
      },
    ])
    await publish('sparkplug/spBv1.0/Plant/NCMD/Edge 8', hex('0801'))
    const after = await reasons()
    expect(after.filter(([, about]) => about?.includes('NCMD'))).toEqual([])
  })

  it.each(['http', 'mqtt'])(
    'or by HTTP keeps power-on values and largest floats out of the series (%s)',
    async (way) => {
      const devEui = way === 'http' ? 'A84041FFFF00CC01' : 'A84041FFFF00CC02'
      const { id } = await sensorApp.add({
        deviceId: devEui,
        typeId: await typeOf('temperature'),
        measurement: 'tempcds',
      })
      const meter = await sensorApp.add({ deviceId: devEui, typeId: await typeOf('energy') })
      async function send(object: object) {
        sensorApp.testApp.clock.advance(60_000)
        const report = { deviceInfo: { devEui, deviceProfileName: 'Dragino' }, object }
        if (way === 'http') await sensorApp.send(report, 'chirpstack')
        else
          await publish(
            'chirpstack',
            JSON.stringify(report).replace('"MAX"', '3.4028234663852886e38'),
          )
        const { value, state } = await row(id)
        return [value, state]
      }
      expect(await send({ TempC_DS: 85 })).toEqual([null, 'notAvailable'])
      expect(await send({ TempC_DS: -18.5 })).toEqual([-18.5, 'ok'])
      expect(await send({ TempC_DS: 85 })).toEqual([-18.5, 'notAvailable'])
      expect(await send({ TempC_DS: 85 })).toEqual([85, 'ok'])
      expect(await send({ TempC_DS: 84 })).toEqual([84, 'ok'])
      expect(await send({ TempC_DS: 85 })).toEqual([85, 'ok'])
      expect(await send({ TempC_DS: 'NaN' })).toEqual([85, 'notAvailable'])
      await send({ energy: 12.5 })
      await send({ energy: way === 'http' ? 3.402_823_466_385_288_6e38 : 'MAX' })
      expect(await row(meter.id)).toMatchObject({ value: 12.5, state: 'notAvailable' })
      const { body } = await sensorApp.testApp.call(sensorApp.admin, sensors.getSensorSeries, {
        params: { id: meter.id, span: 'day' },
      })
      expect(JSON.stringify(body.range)).not.toContain('e+38')
    },
  )
})
