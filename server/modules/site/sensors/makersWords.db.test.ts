import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { sensorTypeOf } from '#tests/sensorTypes.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { writeMeasurements } from './deviceMeasurements.ts'

const { devices } = contract
let sensorApp: SensorApp
let leakType: Id<'sensorType'>
let made = 0

beforeAll(async () => {
  sensorApp = await openSensorApp()
  const { pool, here } = sensorApp.testApp
  leakType = await asSystem(pool, (db) => sensorTypeOf(db, here.id, 'waterLeak'))
})
afterAll(() => sensorApp.testApp.close())

const freshEui = () => {
  made += 1
  return `A84041FFFF${made.toString(16).padStart(6, '0').toUpperCase()}`
}
const freshRadio = () => freshEui().replace('FFFF', '')
const uplink = (devEui: string, object: object) =>
  sensorApp.send({ deviceInfo: { devEui }, object }, 'chirpstack')
const minew = (mac: string, service: string) => {
  const length = (service.length / 2 + 1).toString(16).padStart(2, '0')
  return sensorApp.send(
    [
      { type: 'Gateway', mac: 'AC233FC00001' },
      { type: 'Unknown', mac, rssi: -60, rawData: `${length}16${service}` },
    ],
    'minew',
  )
}
const aside = async () =>
  (await sensorApp.testApp.call(sensorApp.admin, devices.listQuarantine, { body: { limit: 100 } }))
    .body.rows
const value = async (id: Id<'sensor'>) => (await sensorApp.one(id)).value

describe('a leak', () => {
  it.each([
    ['Dragino, as text', { WATER_LEAK_STATUS: 'LEAK' }, { WATER_LEAK_STATUS: 'NO LEAK' }],
    ['Dragino LWL02, as a number', { WATER_LEAK_STATUS: 1 }, { WATER_LEAK_STATUS: 0 }],
    ['Dragino LWL03A, in small letters', { Leak_status: 'LEAK' }, { Leak_status: 'NORMAL' }],
    ['Elsys', { waterleak: 1 }, { waterleak: 0 }],
    ['Milesight', { leakage_status: 'leak' }, { leakage_status: 'normal' }],
  ])('is heard and ends in the words of %s', async (_maker, wet, dry) => {
    const deviceId = freshEui()
    const { id } = await sensorApp.add({ typeId: leakType, deviceId })
    expect(await uplink(deviceId, wet)).toMatchObject({ body: { accepted: 1 } })
    expect(await value(id)).toBe(1)
    await sensorApp.pass(1)
    expect(await uplink(deviceId, dry)).toMatchObject({ body: { accepted: 1 } })
    expect(await value(id)).toBe(0)
  })

  it('of one of two probes in a packet is heard, whichever is the last', async () => {
    const deviceId = freshRadio()
    const { id } = await sensorApp.add({ typeId: leakType, deviceId })
    await minew(deviceId, 'D2FC4020012000')
    expect(await value(id)).toBe(1)
    await sensorApp.pass(1)
    await minew(deviceId, 'D2FC4020002001')
    expect(await value(id)).toBe(1)
    await sensorApp.pass(1)
    await minew(deviceId, 'D2FC4020002000')
    expect(await value(id)).toBe(0)
  })

  it.each([
    [
      'named with a number',
      { water_leak_1: 'leak', water_leak_2: 'normal' },
      { water_leak_2: 'normal' },
      { water_leak_1: 'normal' },
    ],
    ['of two names', { leakage_status: 'leak' }, { water_leak: 0 }, { leakage_status: 'normal' }],
  ])('of one probe does not end by the other that is dry: %s', async (_how, wet, other, dry) => {
    const deviceId = freshEui()
    const { id } = await sensorApp.add({ typeId: leakType, deviceId })
    for (const [report, expected] of [
      [wet, 1],
      [other, 1],
      [other, 1],
      [dry, 0],
    ] as const) {
      await uplink(deviceId, report)
      expect(await value(id)).toBe(expected)
      await sensorApp.pass(1)
    }
  })

  it('of a second probe that is left out of the next packet goes on', async () => {
    const deviceId = freshRadio()
    const { id } = await sensorApp.add({ typeId: leakType, deviceId })
    for (const [packet, expected] of [
      ['D2FC4020002001', 1],
      ['D2FC402000', 1],
      ['D2FC4020002000', 0],
    ] as const) {
      await minew(deviceId, packet)
      expect(await value(id)).toBe(expected)
      await sensorApp.pass(1)
    }
  })

  it.each([
    ['temperature_alarm', 'threshold_alarm'],
    ['basement_alarm', 'leak'],
    ['button', 'pressed'],
    ['garage', 'ajar'],
  ])(
    'or another warning under the unknown name %s is set aside beside known values',
    async (name, word) => {
      const deviceId = freshEui()
      await sensorApp.add({ deviceId })
      expect(await uplink(deviceId, { temperature: 20, [name]: word })).toMatchObject({
        body: { accepted: 1, ignoredBecause: { notUnderstood: 1 } },
      })
      expect((await aside()).map(({ about }) => about)).toContainEqual(
        expect.stringContaining(name),
      )
    },
  )

  it('in a word that is not known stands in Set aside with its name', async () => {
    const deviceId = freshEui()
    await sensorApp.add({ typeId: leakType, deviceId })
    expect(await uplink(deviceId, { WATER_LEAK_STATUS: 'SOGGY' })).toMatchObject({
      body: { accepted: 0, ignoredBecause: { notANumber: 1 } },
    })
    expect((await aside()).map(({ about }) => about)).toContainEqual(
      expect.stringContaining('WATER_LEAK_STATUS'),
    )
  })
})

describe('two probes of one device', () => {
  it('of BTHome are read the same way raw and decoded by Shelly', async () => {
    const deviceId = freshRadio()
    const { id } = await sensorApp.add({ deviceId })
    await minew(deviceId, 'D2FC4002CA09026603')
    expect(await value(id)).toBe(25.06)
    await sensorApp.pass(1)
    const blu = { address: deviceId, rssi: -60, temperature: [25.07, 8.7] }
    await sensorApp.send(
      { addr: deviceId, rssi: -60, gateway: 'AC233FC00001', service_data: blu },
      'shelly',
    )
    expect(await value(id)).toBe(25.07)
  })

  it.each([
    [
      'Dragino LHT65N',
      { BatV: 3.056, TempC_SHT: 28.29, Hum_SHT: 50.3, TempC_DS: -18.5 },
      'tempcds',
      -18.5,
    ],
    [
      'Milesight TS302',
      { battery: 100, temperature_chn1: 21.7, temperature_chn2: -19.6 },
      'temperaturechn2',
      -19.6,
    ],
  ])('of %s can each be a sensor', async (_maker, object, measurement, expected) => {
    const deviceId = freshEui()
    const first = await sensorApp.add({ deviceId })
    const second = await sensorApp.add({ deviceId, measurement })
    const { body } = await uplink(deviceId, object)
    expect(body).toMatchObject({ accepted: 2 })
    expect(await value(second.id)).toBe(expected)
    expect(await value(first.id)).toBeGreaterThan(20)
  })

  it('are reported as spare measurements, and not as an unknown device', async () => {
    const deviceId = freshEui()
    await sensorApp.add({ deviceId })
    const { body } = await uplink(deviceId, { TempC_SHT: 28.29, TempC_DS: -18.5 })
    expect(body).toMatchObject({ accepted: 1, ignoredBecause: { spareMeasurement: 1 } })
    expect((await aside()).map(({ reason, about }) => [reason, about])).toContainEqual([
      'spareMeasurements',
      `${deviceId} · TempC_DS`,
    ])
  })
})

describe('what a format marks as not measured', () => {
  it('of Eddystone is 0x8000, and 0x0000 is zero degrees', async () => {
    const deviceId = freshRadio()
    const { id } = await sensorApp.add({ deviceId })
    await minew(deviceId, 'AAFE20000BB80000000000000100000A00')
    expect(await sensorApp.one(id)).toMatchObject({ value: 0, state: 'ok' })
    await sensorApp.pass(1)
    await minew(deviceId, 'AAFE20000BB88000000000000100000A00')
    expect(await sensorApp.one(id)).toMatchObject({ value: 0, state: 'notAvailable' })
  })

  it('of Ruuvi stays so through Theengs', async () => {
    const deviceId = freshRadio()
    const { id } = await sensorApp.add({ deviceId })
    const tag = { id: deviceId, rssi: -60, gateway: 'AC233FC00001', brand: 'Ruuvi' }
    await sensorApp.send({ ...tag, model_id: 'Ruuvi_RAWv2', tempc: -163.84 }, 'theengs')
    expect(await sensorApp.one(id)).toMatchObject({ value: null, state: 'notAvailable' })
  })
})

describe('formats that were passed over', () => {
  it('of Ruuvi Air (6, E1) and of older tags (3) are read', async () => {
    const send = (deviceId: string, data: string) =>
      sensorApp.send(
        { data: { gw_mac: 'C8:25:2D:8E:9C:2C', tags: { [deviceId]: { rssi: -70, data } } } },
        'ruuvi',
      )
    const [three, six, air] = [freshRadio(), freshRadio(), freshRadio()]
    const [a, b, c] = [
      await sensorApp.add({ deviceId: three }),
      await sensorApp.add({ deviceId: six }),
      await sensorApp.add({ deviceId: air }),
    ]
    // The test vectors of docs.ruuvi.com for data formats 3, 6 and E1.
    await send(three, '11FF990403291A1ECE1EFC18F94202CA0B53')
    await send(six, '17FF990406170C5668C79E007000C90501D900CD004C884F')
    await send(
      air,
      '2BFF9904E1170C5668C79E0065007004BD11CA00C90A0213E0ACFFFFFFDECDEEFF0FFFFFFFFFCBB8334C884F',
    )
    expect(await value(a.id)).toBe(26.3)
    expect(await value(b.id)).toBe(29.5)
    expect(await value(c.id)).toBe(29.5)
  })

  it('of Milesight are stored values with their own times', async () => {
    const deviceId = freshEui()
    const { id } = await sensorApp.add({ deviceId })
    const at = Math.floor(sensorApp.testApp.clock.now().getTime() / 1000)
    const { body } = await uplink(deviceId, {
      history: [
        { timestamp: at - 1_200, temperature: 4.5, humidity: 50 },
        { timestamp: at - 600, temperature: 5.5, humidity: 51 },
      ],
    })
    expect(body).toMatchObject({ accepted: 2 })
    expect(await sensorApp.one(id)).toMatchObject({
      value: 5.5,
      measuredAt: new Date((at - 600) * 1000).toISOString(),
    })
  })
})

describe('devices of further makers', () => {
  const spare = async (deviceId: string) => {
    const told = await sensorApp.testApp.call(
      sensorApp.admin,
      contract.sensors.listDeviceMeasurements,
      { body: { limit: 50, deviceId, isSpare: true } },
    )
    return told.body.rows.map(({ key, metric }) => [key, metric])
  }

  it('of ThingPark are offered by the points of their driver', async () => {
    const DevEUI = freshEui()
    const report = {
      DevEUI_uplink: {
        DevEUI,
        payload: { room_temperature: 215 },
        points: { 'temperature:1': { unitId: 'Cel', record: 21.5, nature: 'room' } },
      },
    }
    expect(await sensorApp.send(report, 'actility')).toMatchObject({ body: { accepted: 0 } })
    await writeMeasurements(sensorApp.testApp.app.kernel)
    expect(await spare(DevEUI)).toEqual([['roomtemperature', 'temperature']])
    expect(await aside()).toContainEqual(
      expect.objectContaining({ device: DevEUI, reason: 'unknownSensor' }),
    )
  })

  it('of Disruptive Technologies tell of water by their own words', async () => {
    const deviceId = `B6ROH6${freshEui().slice(-6)}`
    const { id } = await sensorApp.add({ typeId: leakType, deviceId })
    const event = (state: string) =>
      sensorApp.send(
        {
          event: {
            targetName: `projects/p/devices/${deviceId.toLowerCase()}`,
            eventType: 'waterPresent',
            data: { waterPresent: { state } },
          },
        },
        'disruptive',
      )
    await event('PRESENT')
    expect(await value(id)).toBe(1)
    await sensorApp.pass(1)
    await event('NOT_PRESENT')
    expect(await value(id)).toBe(0)
  })

  it('that send a pressure alone do not fill a sensor of the air; one that read it keeps on', async () => {
    const { pool, here } = sensorApp.testApp
    const typeId = await asSystem(pool, (db) => sensorTypeOf(db, here.id, 'pressure'))
    const deviceId = freshEui()
    const { id } = await sensorApp.add({ typeId, deviceId })
    expect(await uplink(deviceId, { battery: 100, pressure: 612 })).toMatchObject({
      body: { accepted: 0 },
    })
    expect(await value(id)).toBeNull()
    expect(await aside()).toContainEqual(
      expect.objectContaining({
        device: deviceId,
        reason: 'unknownNames',
        names: 'battery, pressure',
      }),
    )
    await sensorApp.pass(1)
    await uplink(deviceId, { temperature: 21, pressure: 1_001 })
    await sensorApp.pass(1)
    await uplink(deviceId, { pressure: 1_002 })
    expect(await value(id)).toBe(1_002)
    await sensorApp.pass(1)
    await uplink(deviceId, { pressure: 1_300 })
    expect(await value(id)).toBe(1_002)
  })
})
