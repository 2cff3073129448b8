/**
 * Counts the database round trips of one uplink, because they dominate its cost. An uplink that
 * needs more fails here.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { statementsOf } from '#tests/statements.ts'

const UPLINK = 9
const ASIDE = 9

let sensorApp: SensorApp
beforeAll(async () => {
  sensorApp = await openSensorApp()
})
afterAll(() => sensorApp.testApp.close())

async function trips(payload: object, format = 'chirpstack') {
  sensorApp.testApp.clock.advance(10_000)
  const { result, statements } = await statementsOf(sensorApp.testApp.pool, () =>
    sensorApp.send(payload, format),
  )
  expect(result.status).toBe(200)
  return statements.length
}
const uplink = (devEui: string, object: object) => ({ deviceInfo: { devEui }, object })

describe('an uplink', () => {
  it('of a sensor asks no more, whatever else its device measures', async () => {
    const devEui = 'A84041FFFF00DD01'
    await sensorApp.add({ deviceId: devEui })
    await trips(uplink(devEui, { temperature: 20 }))
    expect(await trips(uplink(devEui, { temperature: 20.5 }))).toBeLessThanOrEqual(UPLINK)
    const more = { TempC_SHT: 21, TempC_DS: -18.5, Hum_SHT: 40, BatV: 3.06, Node_type: 'LHT65N' }
    await trips(uplink(devEui, more))
    expect(await trips(uplink(devEui, more))).toBeLessThanOrEqual(UPLINK)
  })

  it('of several sensors of one device asks no more than that of one', async () => {
    const devEui = 'A84041FFFF00DD02'
    for (const measurement of ['tempcsht', 'tempcds', null])
      await sensorApp.add({ deviceId: devEui, measurement })
    const all = { TempC_SHT: 21, TempC_DS: -18.5, temperature: 22 }
    await trips(uplink(devEui, all))
    expect(await trips(uplink(devEui, all))).toBeLessThanOrEqual(UPLINK)
  })

  it('of an unknown device asks for its sensors and counts it in Set aside', async () => {
    const unknown = uplink('A84041FFFF00DD03', { temperature: 20, humidity: 40 })
    await trips(unknown)
    expect(await trips(unknown)).toBeLessThanOrEqual(ASIDE)
  })
})
