/** Values that a device marks as missing, from the report to a real time-series store. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetricName } from '#contract/metricNames.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { makeTimeSeries, type TimeSeries } from '#ports/timeSeries.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { sensorTypeOf } from '#tests/sensorTypes.ts'
import {
  hasVictoriaMetrics,
  startVictoriaMetrics,
  type VictoriaMetrics,
} from '#tests/victoriaMetrics.ts'
import { copyReadings } from './index.ts'

const HOUR = 3_600_000
const LARGEST = 3.402_823_466_385_288_6e38

interface Case {
  metric: MetricName
  format: string
  device: string
  /** A true report, and its value. */
  good: unknown
  value: number
  missing: readonly unknown[]
  measurement?: string
}

const ruuvi = (temperature: string) =>
  `1BFF990405${temperature}53B0C87C0004FFFC040CAC364200CDCBB8334C884F`
const telemetry = (temperature: string) => `1116AAFE20000BB8${temperature}0000000100000A00`
const thermistor = (isConnected: boolean, value: number) => ({
  thermistorProperlyConnected: isConnected,
  sensorTemperature: 21,
  ppm: 600,
  extThermistorTemperature: value,
})
const oneWire = (Temperature: number | null) => ({ DS18B20: { Id: '00000566CC39', Temperature } })
const EUI = 'A84041FFFF0000'

const cases: readonly Case[] = [
  {
    metric: 'temperature',
    format: 'chirpstack',
    device: `${EUI}B1`,
    good: { TempC_DS: 4.5 },
    value: 4.5,
    missing: [{ TempC_DS: 327.67 }, { TempC_DS: -127 }],
  },
  {
    metric: 'temperature',
    format: 'chirpstack',
    device: `${EUI}B2`,
    good: { temperature: 4.5 },
    value: 4.5,
    missing: [LARGEST, '3.4028235e+38', 'nan', null, '---'].map((temperature) => ({ temperature })),
  },
  {
    metric: 'temperature',
    format: 'chirpstack',
    device: `${EUI}B3`,
    measurement: 'extthermistortemperature',
    good: thermistor(true, 4.5),
    value: 4.5,
    missing: [thermistor(false, 0)],
  },
  {
    metric: 'co2',
    format: 'chirpstack',
    device: `${EUI}B4`,
    good: { co2: 600 },
    value: 600,
    missing: [{ co2: 65_535 }],
  },
  {
    metric: 'energy',
    format: 'chirpstack',
    device: `${EUI}B5`,
    good: { energy_kWh: 12 },
    value: 12,
    missing: [{ energy_kWh: LARGEST }, { energy_kWh: -LARGEST }],
  },
  {
    metric: 'temperature',
    format: 'minew',
    device: 'CBB8334C8840',
    good: ruuvi('0384'),
    value: 4.5,
    missing: [ruuvi('8000')],
  },
  {
    metric: 'temperature',
    format: 'minew',
    device: 'CBB8334C8841',
    good: telemetry('0480'),
    value: 4.5,
    missing: [telemetry('8000')],
  },
  {
    metric: 'temperature',
    format: 'theengs',
    device: 'CBB8334C8842',
    good: 4.5,
    value: 4.5,
    missing: [-163.84],
  },
  {
    metric: 'temperature',
    format: 'zigbee2mqtt',
    device: 'Z1',
    good: { temperature: 4.5 },
    value: 4.5,
    missing: [{ temperature: -327.68 }, { temperature: null }],
  },
  {
    metric: 'temperature',
    format: 'zigbee2mqtt',
    device: 'Z2',
    good: { local_temperature_l2: 4.5 },
    value: 4.5,
    missing: [{ local_temperature_l2: -327.68 }],
  },
  {
    metric: 'humidity',
    format: 'zigbee2mqtt',
    device: 'Z3',
    good: { humidity: 45 },
    value: 45,
    missing: [{ humidity: 655.35 }],
  },
  {
    metric: 'pressure',
    format: 'zigbee2mqtt',
    device: 'Z4',
    good: { pressure: 101.3 },
    value: 1_013,
    missing: [{ pressure: -3_276.8 }, { pressure: -32_768 }],
  },
  {
    metric: 'illuminance',
    format: 'zigbee2mqtt',
    device: 'Z5',
    good: { illuminance: 45 },
    value: 45,
    missing: [{ illuminance: 65_535 }],
  },
  {
    metric: 'energy',
    format: 'zigbee2mqtt',
    device: 'Z6',
    good: { energy: 45 },
    value: 45,
    missing: [{ energy: 281_474_976_710.655 }, { energy: 281_474_976_710.66 }],
  },
  {
    metric: 'temperature',
    format: 'tasmota',
    device: 'T1',
    good: oneWire(4.5),
    value: 4.5,
    missing: [oneWire(-127), oneWire(null)],
  },
  {
    metric: 'temperature',
    format: 'esphome',
    device: 'E1',
    good: { room_temperature: 4.5 },
    value: 4.5,
    missing: [{ room_temperature: 'nan' }, { room_temperature: 'inf' }],
  },
]

function reportOf({ format, device }: Case, told: unknown): unknown {
  if (format === 'minew')
    return [
      { type: 'Gateway', mac: 'AC233FC00001' },
      { type: 'Unknown', mac: device, rssi: -60, rawData: told },
    ]
  if (format === 'theengs') return { gateway: 'AC233FC00001', id: device, rssi: -60, tempc: told }
  return format === 'chirpstack'
    ? { deviceInfo: { devEui: device }, object: told }
    : { device, ...Object(told) }
}

describe.runIf(hasVictoriaMetrics)('a time-series store', () => {
  let sensorApp: SensorApp
  let server: VictoriaMetrics
  let store: TimeSeries
  let company: string
  beforeAll(async () => {
    server = await startVictoriaMetrics()
    const timeSeries = { writeUrl: server.url, queryUrl: server.url, authorization: undefined }
    store = makeTimeSeries(timeSeries)
    sensorApp = await openSensorApp({ timeSeries })
    const { pool, here } = sensorApp.testApp
    company = await asSystem(pool, async (db) => {
      const { rows } = await db.execute<{ uuid: string }>(
        sql`select uuid from company where id = ${here.id}`,
      )
      return rows[0]?.uuid ?? ''
    })
  })
  afterAll(async () => {
    await sensorApp?.testApp.close()
    await server?.stop()
  })

  it.each(cases)('gets no missing value of $metric from $format, device $device', async (one) => {
    const { pool, here, app, clock } = sensorApp.testApp
    const { deviceId, id } = await sensorApp.add({
      deviceId: one.device,
      typeId: await asSystem(pool, (db) => sensorTypeOf(db, here.id, one.metric)),
      ...(one.measurement === undefined ? {} : { measurement: one.measurement }),
    })
    expect(deviceId).toBe(one.device)
    for (const told of [one.good, ...one.missing, one.good]) {
      await sensorApp.send(reportOf(one, told), one.format)
      await sensorApp.pass(1)
    }
    expect(await sensorApp.one(id)).toMatchObject({ value: one.value })
    await sensorApp.send(reportOf(one, one.missing[0]), one.format)
    expect(await sensorApp.one(id)).toMatchObject({ state: 'notAvailable' })
    await copyReadings(app.kernel, store)
    await server.flush()
    const now = clock.now().getTime()
    const kept = await store.samples(
      { company, sensorIds: [id] },
      { from: now - HOUR, until: now + HOUR },
    )
    expect(kept.map(({ value }) => value)).toEqual([one.value, one.value])
  })
})
