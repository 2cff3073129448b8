import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { MEASUREMENTS_OF_DEVICE } from '#contract/sensors.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { writeMeasurements } from './deviceMeasurements.ts'

let sensorApp: SensorApp
beforeAll(async () => {
  sensorApp = await openSensorApp()
})
afterAll(() => sensorApp.testApp.close())

const send = async (devEui: string, object: object) => {
  await sensorApp.send({ deviceInfo: { devEui }, object }, 'chirpstack')
  await writeMeasurements(sensorApp.testApp.app.kernel)
}
const listed = async (question: object, by = sensorApp.admin) =>
  (
    await sensorApp.testApp.call(by, contract.sensors.listDeviceMeasurements, {
      body: { limit: 100, ...question },
    })
  ).body

describe('the measurements of a device', () => {
  it('are listed with their last values, those that a sensor reads as read', async () => {
    const deviceId = 'A84041FFFF00BB01'
    await sensorApp.add({ deviceId })
    await send(deviceId, { TempC_SHT: 28.29, TempC_DS: -18.4, Hum_SHT: 50 })
    await send(deviceId, { TempC_SHT: 28.3, TempC_DS: -18.5, Hum_SHT: null })
    const { rows } = await listed({ deviceId })
    expect(rows.map(({ key, value, isRead }) => [key, value, isRead])).toEqual([
      ['tempcsht', 28.3, true],
      ['humsht', null, false],
      ['tempcds', -18.5, false],
    ])
    expect((await listed({ deviceId, isSpare: true })).count).toBe(2)
    expect((await listed({ search: 'TempC_DS' })).rows).toMatchObject([{ deviceId }])
    expect((await listed({}, sensorApp.stranger)).count).toBe(0)
  })

  it('of a known device that none reads stand in Set aside, with the key of the first', async () => {
    const deviceId = 'A84041FFFF00BB31'
    const aside = async () =>
      (
        await sensorApp.testApp.call(sensorApp.admin, contract.devices.listQuarantine, {
          body: { limit: 10, search: deviceId },
        })
      ).body.rows.map(({ about, spareKey }) => [about, spareKey])
    await sensorApp.add({ deviceId })
    await send(deviceId, { TempC_SHT: 28.29, TempC_DS: -18.4 })
    expect(await aside()).toEqual([[`${deviceId} · TempC_DS`, 'tempcds']])
    await sensorApp.add({ deviceId, measurement: 'tempcds' })
    expect(await aside()).toEqual([[`${deviceId} · TempC_DS`, null]])
    await send(deviceId, { TempC_SHT: 28.29, TempC_DS: -18.4, Hum_SHT: 50, Illum: 9 })
    expect(await aside()).toContainEqual([`${deviceId} · Hum_SHT, Illum`, 'humsht'])
  })

  it('are not read by a sensor whose type measures something else', async () => {
    const deviceId = 'A84041FFFF00BB51'
    await send(deviceId, { TempC_SHT: 21.5, Hum_SHT: 50 })
    const body = {
      name: 'Deaf',
      typeId: sensorApp.typeId,
      deviceId,
      measurement: 'humsht',
      equipmentId: null,
      locationId: null,
      offset: 0,
      lowerLimit: null,
      upperLimit: null,
      limitMinutes: 0,
      isActive: true,
    }
    const other = {
      status: 409,
      body: { errors: [{ path: 'body.measurement', code: 'otherMetric' }] },
    }
    const { testApp, admin } = sensorApp
    expect(await testApp.call(admin, contract.sensors.createSensor, { body })).toMatchObject(other)
    const { id } = await sensorApp.add({ deviceId, measurement: 'tempcsht' })
    const change = (measurement: string) =>
      testApp.call(admin, contract.sensors.updateSensor, {
        params: { id },
        body: { version: 1, measurement },
      })
    expect(await change('humsht')).toMatchObject(other)
    expect((await change('not heard yet')).status).toBe(200)
  })

  it('of an unknown device stand in Set aside, those that tell something first', async () => {
    const deviceId = 'A84041FFFF00BB03'
    await send(deviceId, { BatV: 3.06, TempC_SHT: 21.5, Hum_SHT: null, TempC_DS: -18.5 })
    const { body } = await sensorApp.testApp.call(
      sensorApp.admin,
      contract.devices.listQuarantine,
      { body: { limit: 10, search: deviceId } },
    )
    expect(body.rows).toMatchObject([
      {
        reason: 'unknownSensor',
        device: deviceId,
        measurements: [
          { label: 'TempC_SHT', metric: 'temperature', value: 21.5 },
          { label: 'Hum_SHT', metric: 'humidity', value: null },
          { label: 'TempC_DS', metric: 'temperature', value: -18.5 },
        ],
        moreMeasurements: 1,
      },
    ])
  })

  it('are those of today, not of a history or a moment that is refused', async () => {
    const deviceId = 'A84041FFFF00BB04'
    const uplink = async (temperature: number, time?: string) => {
      await sensorApp.send(
        { deviceInfo: { devEui: deviceId }, ...(time && { time }), object: { temperature } },
        'chirpstack',
      )
      await writeMeasurements(sensorApp.testApp.app.kernel)
    }
    await uplink(5)
    await uplink(-6.7, '2023-11-20T09:00:00Z')
    await uplink(57, '2126-11-20T09:00:00Z')
    expect((await listed({ deviceId })).rows.map(({ value }) => value)).toEqual([5])
  })

  it('are at most fifty, the newest', async () => {
    const deviceId = 'A84041FFFF00BB02'
    await send(
      deviceId,
      Object.fromEntries(Array.from({ length: 70 }, (_each, index) => [`value_${index}x`, index])),
    )
    expect((await listed({ deviceId })).count).toBe(MEASUREMENTS_OF_DEVICE)
  })
})

it('a measurement is chosen by its key, or by its name in any letter case', async () => {
  const chosen = async (devEui: string, measurement: string) => {
    await sensorApp.send({ deviceInfo: { devEui }, object: { TempC_DS: -18.5 } }, 'chirpstack')
    await writeMeasurements(sensorApp.testApp.app.kernel)
    return (await sensorApp.add({ deviceId: devEui, measurement })).measurement
  }
  expect(await chosen('A84041FFFF00E401', 'TempC_DS')).toBe('tempcds')
  expect(await chosen('A84041FFFF00E402', 'tempc_ds')).toBe('tempcds')
  expect(await chosen('A84041FFFF00E403', 'tempcds')).toBe('tempcds')
  const unheard = await sensorApp.add({ deviceId: 'A84041FFFF00E404', measurement: 'Temp_C 2' })
  expect(unheard.measurement).toBe('tempc 2')
})
