/** Counters of devices, from what a network or gateway sends to the total of a meter. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { MetricName } from '#contract/metricNames.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { withMeters } from '#tests/meterFixtures.ts'

const { meters, sensors } = contract
const { app, makeType, one, readingsOf, settle } = withMeters()

interface Device {
  deviceId: string
  metric: MetricName
  unit: string
  format: string
  rollsOverAt: number | null
  /** The report in which the device's counter shows this. */
  report(shown: number): unknown
}

let serial = 0
/** Sends each value ten minutes after the one before. Returns the total after each. */
async function totalsOf(device: Device, shown: readonly number[]): Promise<number[]> {
  serial += 1
  const { testApp } = app()
  const sensorType = await testApp.ok(app().admin, sensors.createSensorType, {
    body: {
      name: `Counter ${serial}`,
      metric: device.metric,
      unit: device.unit,
      minimum: null,
      maximum: null,
      step: 0.001,
      everyMinutes: 10,
    },
  })
  const equipmentId = await app().thing(`Machine ${serial}`)
  await app().add({ typeId: sensorType.id, equipmentId, deviceId: device.deviceId })
  const type = await makeType({
    source: 'sensor',
    sensorTypeId: sensorType.id,
    unit: device.unit,
    rollsOverAt: device.rollsOverAt,
  })
  const { id } = await testApp.ok(app().admin, meters.addMeter, {
    body: { equipmentId, typeId: type.id },
  })
  const totals: number[] = []
  for (const value of shown) {
    await app().pass(10)
    const answer = await app().send(device.report(value), device.format)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await settle()
    totals.push((await one(id)).total)
  }
  const before = await readingsOf(id)
  await settle()
  expect(await readingsOf(id)).toEqual(before)
  return totals
}

/** Vutility PulseDrop, as ChirpStack's decoder of its maker names the fields. */
const pulses: Device = {
  deviceId: 'A84041FFFF000401',
  metric: 'counter',
  unit: '',
  format: 'chirpstack',
  rollsOverAt: 4_294_967_295,
  report: (pulseCount) => ({
    deviceInfo: { devEui: 'A84041FFFF000401', deviceProfileName: 'Vutility PulseDrop' },
    object: { pulseCount, capacitorVoltage: 3.86, temperatureCelsius: 18.82 },
  }),
}

/** Browan MerryIoT DW10: its decoder gives the 16-bit count as text. */
const openings: Device = {
  deviceId: 'A84041FFFF000402',
  metric: 'counter',
  unit: '',
  format: 'chirpstack',
  rollsOverAt: 65_535,
  report: (count) => ({
    deviceInfo: { devEui: 'A84041FFFF000402', deviceProfileName: 'MerryIoT DW10' },
    object: { battery_volt: 3.2, open: 1, count: String(count) },
  }),
}

/** BTHome v2 energy: 24 bits in thousandths of a kWh, from the bytes of the advertisement. */
const energy: Device = {
  deviceId: 'AC:23:3F:A0:04:03',
  metric: 'energy',
  unit: 'kWh',
  format: 'minew',
  rollsOverAt: 16_777.215,
  report: (shown) => {
    const bytes = Math.round(shown * 1_000)
      .toString(16)
      .padStart(6, '0')
      .match(/../g)
      ?.toReversed()
      .join('')
    return [
      { type: 'Gateway', mac: 'AC233FC00001' },
      {
        type: 'Unknown',
        mac: 'AC233FA00403',
        rssi: -60,
        rawData: `0816D2FC400A${bytes ?? ''}`.toUpperCase(),
      },
    ]
  },
}

it('a pulse counter of 32 bits rolls over, and counts from 0 after the device restarted', async () => {
  expect(await totalsOf(pulses, [4_294_967_000, 4_294_967_290, 4, 104, 0, 6])).toEqual([
    0, 290, 300, 400, 400, 406,
  ])
})

it('a counter of 16 bits that a decoder writes as text rolls over', async () => {
  expect(await totalsOf(openings, [65_000, 65_530, 14, 40])).toEqual([0, 530, 550, 576])
})

it('an energy meter in raw bytes rolls over at its 24 bits, and a battery change begins at 0', async () => {
  const totals = await totalsOf(energy, [16_700, 16_777.2, 0.785, 1.285, 0, 2])
  expect(totals.map((total) => Number(total.toFixed(3)))).toEqual([
    0, 77.2, 78.001, 78.501, 78.501, 80.501,
  ])
})

it('more new readings than are read at once are all counted in one run', async () => {
  const { testApp } = app()
  const sensorType = await testApp.ok(app().admin, sensors.createSensorType, {
    body: {
      name: 'Busy counter',
      metric: 'counter',
      unit: '',
      minimum: null,
      maximum: null,
      step: 1,
      everyMinutes: 10,
    },
  })
  const equipmentId = await app().thing('Busy machine')
  const sensor = await app().add({ typeId: sensorType.id, equipmentId, deviceId: 'BUSY1' })
  const type = await makeType({ source: 'sensor', sensorTypeId: sensorType.id })
  const { id } = await testApp.ok(app().admin, meters.addMeter, {
    body: { equipmentId, typeId: type.id },
  })
  await app().pass(2 * 24 * 60)
  const begun = new Date(testApp.clock.now().getTime() - 2 * 86_400_000)
  await asSystem(testApp.pool, (db) =>
    db.execute(sql`insert into sensor_reading (company_id, sensor_id, at, value, created_at)
      select ${testApp.here.id}, ${sensor.id}, ${begun}::timestamptz + n * interval '2 seconds', n,
        ${begun} from generate_series(1, 50001) n`),
  )
  await settle()
  expect((await one(id)).total).toBe(50_000)
  const { rows } = await asSystem(testApp.pool, (db) =>
    db.execute<{ left: number }>(sql`select count(*)::int as "left" from sensor_reading
      where id > (select counted_id from meter_type where id = ${type.id})`),
  )
  expect(rows).toEqual([{ left: 0 }])
})
