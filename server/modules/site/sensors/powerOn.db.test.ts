/** 85 °C of 1-Wire probes, from the report to the stored reading. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import { readReport } from '#contract/ingest/reports.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { sensorTypeOf } from '#tests/sensorTypes.ts'
import type { App } from '../../../app.ts'
import { ingestReadings } from './index.ts'

const hasSessions = inject('database').kind === 'postgres'

let sensorApp: SensorApp
let typeId: Id<'sensorType'>
let made = 0
beforeAll(async () => {
  sensorApp = await openSensorApp({ sharedDatabase: hasSessions })
  const { pool, here } = sensorApp.testApp
  typeId = await asSystem(pool, (db) => sensorTypeOf(db, here.id, 'temperature'))
})
afterAll(() => sensorApp.testApp.close())

async function probe(name = 'TempC_DS') {
  made += 1
  const deviceId = `A84041FFFF85${made.toString(16).padStart(4, '0').toUpperCase()}`
  const { id } = await sensorApp.add({ deviceId, typeId })
  const send = async (value: number) => {
    await sensorApp.send(
      { deviceInfo: { devEui: deviceId }, object: { [name]: value } },
      'chirpstack',
    )
    const row = await sensorApp.one(id)
    await sensorApp.pass(1)
    return [row.value, row.state === 'notAvailable' ? 'notAvailable' : 'measured']
  }
  const stored = () =>
    asSystem(sensorApp.testApp.pool, async (db) => {
      const { rows } = await db.execute<{ value: number }>(
        sql`select value from sensor_reading where sensor_id = ${id} order by at`,
      )
      return rows.map(({ value }) => value)
    })
  return { id, deviceId, send, stored }
}

describe('85 °C of a 1-Wire probe', () => {
  it('as the first value is missing, and a second in a row is true', async () => {
    const { send, stored } = await probe()
    expect(await send(85)).toEqual([null, 'notAvailable'])
    expect(await send(85)).toEqual([85, 'measured'])
    expect(await stored()).toEqual([85])
  })

  it('as a single jump of more than 20 K is missing, and never stored', async () => {
    const { send, stored } = await probe()
    await send(21)
    expect(await send(85)).toEqual([21, 'notAvailable'])
    expect(await send(21.5)).toEqual([21.5, 'measured'])
    expect(await stored()).toEqual([21, 21.5])
  })

  it('is true where hot water reaches it step by step, and where it stays', async () => {
    const { send, stored } = await probe()
    const heating = [50, 66, 80, 85, 86, 85, 65, 85]
    for (const value of heating) expect(await send(value)).toEqual([value, 'measured'])
    expect(await stored()).toEqual(heating)
  })

  it('after a silence is missing also where the water was as hot', async () => {
    const { send } = await probe()
    await send(84)
    await sensorApp.pass(24 * 60)
    expect(await send(85)).toEqual([84, 'notAvailable'])
    expect(await send(85)).toEqual([85, 'measured'])
  })

  it('of any other probe is a value, whatever came before', async () => {
    const { send } = await probe('TempC_SHT')
    expect(await send(85)).toEqual([85, 'measured'])
    expect(await send(21)).toEqual([21, 'measured'])
    expect(await send(85)).toEqual([85, 'measured'])
  })
})

describe.runIf(hasSessions)('two servers on one database', () => {
  let other: App
  beforeAll(async () => {
    other = await sensorApp.testApp.beside()
  })

  /** A report received by one of the servers. */
  async function heardBy({ kernel }: App, deviceId: string, TempC_DS: number) {
    const report = readReport('chirpstack', {
      deviceInfo: { devEui: deviceId },
      object: { TempC_DS },
    })
    if ('fault' in report) throw new Error(report.fault)
    await ingestReadings(kernel, sensorApp.testApp.here.id, report)
  }

  it('judge a jump by what the other heard, also after one has gone', async () => {
    const { id, deviceId } = await probe()
    const told = async (app: App, value: number) => {
      await heardBy(app, deviceId, value)
      const row = await sensorApp.one(id)
      await sensorApp.pass(1)
      return [row.value, row.state === 'notAvailable' ? 'notAvailable' : 'measured']
    }
    const { app } = sensorApp.testApp
    expect(await told(app, 21)).toEqual([21, 'measured'])
    expect(await told(other, 85)).toEqual([21, 'notAvailable'])
    expect(await told(app, 85)).toEqual([85, 'measured'])
    expect(await told(app, 84)).toEqual([84, 'measured'])
    await other.close()
    other = await sensorApp.testApp.beside()
    // Hot water before the server's restart: the device itself did not restart.
    expect(await told(other, 85)).toEqual([85, 'measured'])
    await other.close()
  })
})
