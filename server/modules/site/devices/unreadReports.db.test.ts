import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'

const { devices, sensors } = contract
let sensorApp: SensorApp
beforeAll(async () => {
  sensorApp = await openSensorApp()
})
afterAll(() => sensorApp.testApp.close())
beforeEach(async () => {
  await sensorApp.pass(2)
  await sensorApp.testApp.call(sensorApp.admin, devices.clearQuarantine, {})
})

const rows = async () =>
  (await sensorApp.testApp.call(sensorApp.admin, devices.listQuarantine, { body: { limit: 200 } }))
    .body.rows
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
const asideOf = async (device: string) =>
  (await rows())
    .filter((row) => row.device === device)
    .map(({ reason, fault, names }) => [reason, fault, names])

describe('devices with one fault', () => {
  it('are named each, with what could not be read', async () => {
    for (const devEui of ['A84041FFFF00E001', 'A84041FFFF00E002'])
      await sensorApp.send({ deviceInfo: { devEui }, object: { temperature: 'abc' } }, 'chirpstack')
    await sensorApp.send({
      readings: ['E3', 'E4'].map((sensor) => ({ sensor, metric: 'temperature', value: 'hot' })),
    })
    for (const device of ['A84041FFFF00E001', 'A84041FFFF00E002', 'E3', 'E4'])
      expect(await asideOf(device)).toEqual([['badReadings', 'notANumber', 'temperature']])
  })

  it('are named up to a bound, and the others are counted', async () => {
    const readings = Array.from({ length: 70 }, (_none, number) => ({
      sensor: `MANY-${number}`,
      value: 'hot',
    }))
    await sensorApp.send({ readings })
    const all = await rows()
    expect(all.filter(({ device }) => device?.startsWith('MANY-') === true)).toHaveLength(50)
    expect(all.filter(({ isOfFurther }) => isOfFurther)).toMatchObject([
      { reason: 'badReadings', fault: 'notANumber', device: null, times: 20 },
    ])
  })
})

it('a device that gets its sensor no longer stands there as unknown', async () => {
  const devEui = 'A84041FFFF00E0A1'
  const object = { temperature: 21, humidity: 40 }
  await sensorApp.send({ deviceInfo: { devEui }, object }, 'chirpstack')
  await sensorApp.send({ deviceInfo: { devEui: 'A84041FFFF00E0A2' }, object }, 'chirpstack')
  expect(await asideOf(devEui)).toEqual([['unknownSensor', null, '']])
  await sensorApp.add({ deviceId: devEui })
  expect(await asideOf(devEui)).toEqual([])
  expect(await asideOf('A84041FFFF00E0A2')).toEqual([['unknownSensor', null, '']])
})

describe('a Bluetooth device behind a gateway', () => {
  it('that is known leaves a row for what it sent and nobody can read', async () => {
    const mac = 'BC026E00E101'
    await sensorApp.add({ deviceId: mac })
    await minew(mac, 'D2FC4099AA')
    expect(await asideOf(mac)).toEqual([['badReadings', 'unknownObject', '0x99']])
    await minew(mac, 'D2FC4002CA')
    expect(await asideOf(mac)).toContainEqual(['badReadings', 'cutOff', '0x02'])
    await minew(mac, 'D2FC40')
    expect(await asideOf(mac)).toContainEqual(['badReadings', 'emptyPacket', ''])
  })

  it('that is known and never heard leaves a row for an advertisement in an unknown format', async () => {
    const mac = 'BC026E00E104'
    await minew(mac, '3401A0B1')
    expect(await asideOf(mac)).toEqual([])
    await sensorApp.pass(11)
    const { id } = await sensorApp.add({ deviceId: mac })
    await minew(mac, '3401A0B1')
    expect(await asideOf(mac)).toEqual([['badReadings', 'unknownAdvert', '0x0134']])
    await minew(mac, 'D2FC4002CA09')
    expect(await sensorApp.one(id)).toMatchObject({ value: 25.06 })
    await sensorApp.testApp.call(sensorApp.admin, devices.clearQuarantine, {})
    await sensorApp.pass(11)
    await minew(mac, 'D2FC4002CA09')
    await minew(mac, '3401A0B1')
    expect(await asideOf(mac)).toEqual([])
  })

  it.each([
    ['BC026E00E102', 'D2FC4002CA09'],
    ['BC026E00E103', 'D2FC41E445F3C962A3BF37B4EE67000BAC2C4C'],
  ])('that nobody added is offered, once a minute at most: %s', async (mac, service) => {
    await minew(mac, service)
    await minew(mac, service)
    expect((await rows()).filter(({ device }) => device === mac)).toMatchObject([
      { reason: 'newDevice', times: 1 },
    ])
    await sensorApp.pass(2)
    await minew(mac, service)
    expect((await rows()).filter(({ device }) => device === mac)).toMatchObject([{ times: 3 }])
  })
})

describe('a report over HTTP', () => {
  const send = (text: string, type = 'application/json') =>
    sensorApp.testApp.raw(sensorApp.key, 'POST', '/api/iot/ingest/plantroom', text, {
      'content-type': type,
    })

  it('with NaN in it is read: the value is not available', async () => {
    const { id, deviceId } = await sensorApp.add()
    const { status, body } = await send(
      `{"readings":[{"sensor":"${deviceId}","metric":"temperature","value":NaN}]}`,
    )
    expect([status, body]).toMatchObject([200, { ignoredBecause: { notAvailable: 1 } }])
    expect(await sensorApp.one(id)).toMatchObject({ state: 'notAvailable', value: null })
  })

  it.each([
    ['{"readings":[{"sensor":"N1"', 'application/json'],
    ['temperature=5', 'application/x-www-form-urlencoded'],
    ['21.5;48', 'text/plain'],
  ])('that is not JSON is refused and stands there: %s', async (text, type) => {
    expect(await send(text, type)).toMatchObject({ status: 400 })
    expect(await rows()).toMatchObject([{ reason: 'notJson', format: 'plantroom', payload: text }])
  })

  it('is read as JSON under another content type', async () => {
    const { deviceId } = await sensorApp.add()
    const text = JSON.stringify({ readings: [{ sensor: deviceId, value: 5 }] })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      sensorApp.testApp.clock.advance(60_000)
      expect((await send(text, type)).body).toMatchObject({ accepted: 1 })
    }
  })

  it.each([
    ['plantroom', { gateway: 'AC:23:3F:C0:00:01', readings: [] }],
    ['zigbee2mqtt', { device: 'lamp' }],
    ['theengs', [{ some: 'thing' }]],
  ])('of %s with nothing in it stands there: %j', async (format, payload) => {
    expect((await sensorApp.send(payload, format)).body).toMatchObject({ accepted: 0 })
    expect(await rows()).toMatchObject([{ reason: 'nothingRead', format }])
  })

  it('of a kind that never measures is counted as such, without a row', async () => {
    const join = { end_device_ids: { device_id: 'x' }, join_accept: {} }
    expect((await sensorApp.send(join, 'ttn')).body).toMatchObject({
      ignoredBecause: { noMeasurements: 1 },
    })
    expect(await rows()).toEqual([])
  })
})

describe('a device', () => {
  it('that sends more measurements than are kept says which', async () => {
    const devEui = 'A84041FFFF00E201'
    const object = Object.fromEntries(
      Array.from({ length: 60 }, (_none, number) => [
        `value_${String.fromCharCode(97 + (number % 26))}${'x'.repeat(Math.floor(number / 26))}`,
        number,
      ]),
    )
    await sensorApp.send({ deviceInfo: { devEui }, object }, 'chirpstack')
    const kept = (await rows()).find(({ reason }) => reason === 'notKept')
    expect(kept?.names.split(', ')).toHaveLength(10)
    expect(kept?.device).toBe(devEui)
  })

  it('that reports a fault of its own stands there with it', async () => {
    const params = { ts: 1_795_000_000, 'temperature:100': { id: 100, tC: null, errors: ['read'] } }
    await sensorApp.send(
      { src: 'shellyplusuni-c4d8d5517a31', method: 'NotifyStatus', params },
      'shelly',
    )
    expect(await asideOf('C4D8D5517A31')).toContainEqual([
      'deviceFault',
      null,
      'temperature:100 read',
    ])
  })

  it('with a charge beyond 100 % has none, in every format', async () => {
    const type = await sensorApp.testApp.call(sensorApp.admin, sensors.createSensorType, {
      body: {
        name: 'Charge',
        metric: 'battery',
        unit: '%',
        minimum: null,
        maximum: null,
        step: 1,
        everyMinutes: 60,
      },
    })
    const mac = 'BC026E00E301'
    const { id } = await sensorApp.add({ deviceId: mac, typeId: type.body.id })
    await minew(mac, 'D2FC4001FF')
    expect(await asideOf(mac)).toEqual([])
    expect(await sensorApp.one(id)).toMatchObject({ state: 'notAvailable', value: null })
    await sensorApp.send({ readings: [{ sensor: mac, metric: 'battery', value: 101 }] })
    expect(await sensorApp.one(id)).toMatchObject({ state: 'notAvailable', value: null })
  })
})

/** Known cases of payloads that cannot be read correctly. */
const left = (
  JSON.parse(
    readFileSync(
      new URL('../../../../contract/ingest/fixtures/devices.json', import.meta.url),
      'utf8',
    ),
  ) as { device: string; format: string; report: object; unread?: string }[]
).filter(({ unread }) => unread !== undefined)

it.each(left)('$device stands there by its device', async (one) => {
  expect(left).toHaveLength(2)
  const devEui = `A84041FFFF00F${one.device.length.toString().padStart(3, '0')}`
  await sensorApp.send({ ...one.report, deviceInfo: { devEui } }, one.format)
  const found = (await rows()).filter(({ device }) => device === devEui)
  expect(found.map(({ reason }) => reason)).toContain(
    one.device === 'EM500-PP' ? 'unknownNames' : 'unknownSensor',
  )
})
