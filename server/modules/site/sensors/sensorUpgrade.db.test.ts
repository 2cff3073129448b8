import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { root } from '#tests/root.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'

let sensorApp: SensorApp
beforeAll(async () => {
  sensorApp = await openSensorApp()
})
afterAll(() => sensorApp.testApp.close())

const folder = join(root, 'server/db/migrations')
const migration = () => {
  const file = readdirSync(folder).find((name) => name.endsWith('_sensors-choose-measurements.sql'))
  return readFileSync(join(folder, file ?? ''), 'utf8').split('--> statement-breakpoint')
}

it('an upgrade leaves sensors with id, readings, limits and the probe that they read', async () => {
  const deviceId = 'A84041FFFF00AA01'
  const { id, ...before } = await sensorApp.add({ deviceId, lowerLimit: 2, upperLimit: 30 })
  const send = (object: object) =>
    sensorApp.send({ deviceInfo: { devEui: deviceId }, object }, 'chirpstack')
  expect(await send({ TempC_SHT: 28.29 })).toMatchObject({ body: { accepted: 1 } })
  for (const statement of [
    'drop table device_measurement',
    'drop index sensor_device',
    `alter table sensor drop column measurement, drop column reads_key,
      drop column unavailable_at, drop column unavailable_value`,
    'create unique index sensor_device on sensor (company_id, device_id, metric)',
    ...migration(),
  ])
    await sensorApp.testApp.pool.query(statement)
  await sensorApp.pass(1)
  expect(await send({ TempC_DS: -18.5, TempC_SHT: 28.3 })).toMatchObject({ body: { accepted: 1 } })
  expect(await sensorApp.one(id)).toMatchObject({
    name: before.name,
    measurement: null,
    lowerLimit: 2,
    upperLimit: 30,
    value: 28.3,
    state: 'ok',
  })
  const series = await sensorApp.testApp.call(sensorApp.admin, contract.sensors.getSensorSeries, {
    params: { id, span: 'day' },
  })
  expect(series.body.range.series[0]).toMatchObject({ minimum: 28.29, maximum: 28.3 })
})
