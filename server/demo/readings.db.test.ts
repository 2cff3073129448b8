import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { ingestDemoReadings, lastReportAt } from './readings.ts'
import { speakingDevices } from './sensors.ts'

let sensorApp: SensorApp

beforeAll(async () => {
  sensorApp = await openSensorApp()
})
afterAll(() => sensorApp.testApp.close())

const readingsOf = (id: number) =>
  asSystem(sensorApp.testApp.pool, async (db) => {
    const rows = await db.select().from(tables.sensorReading)
    return rows.filter((row) => Number(row.sensorId) === id).length
  })

it('the demo continues the readings of its own sensors, not of added ones, nor of another company', async () => {
  const [deviceId = ''] = speakingDevices
  const { id } = await sensorApp.add({ deviceId })
  const own = await sensorApp.add()
  await sensorApp.send({
    readings: [deviceId, own.deviceId].map((sensor) => ({ sensor, value: 5 })),
  })
  await sensorApp.pass(40)
  await ingestDemoReadings(sensorApp.testApp.app.kernel)
  expect(await readingsOf(id)).toBe(1)
  await asSystem(sensorApp.testApp.pool, (db) =>
    db
      .update(tables.company)
      .set({ isDemo: true })
      .where(eq(tables.company.id, sensorApp.testApp.here.id)),
  )
  await ingestDemoReadings(sensorApp.testApp.app.kernel)
  const spoken = await readingsOf(id)
  expect(spoken).toBeGreaterThan(1)
  expect((await sensorApp.one(id)).state).toBe('ok')
  await ingestDemoReadings(sensorApp.testApp.app.kernel)
  expect(await readingsOf(id)).toBe(spoken)
  expect(await readingsOf(own.id)).toBe(1)
})

it('a start knows when the demo reported last', async () => {
  const { app, clock } = sensorApp.testApp
  await sensorApp.pass(40)
  const quarter = () => clock.now().getTime() - 15 * 60_000
  expect(await lastReportAt(app.kernel)).toBeLessThan(quarter())
  await ingestDemoReadings(app.kernel)
  expect(await lastReportAt(app.kernel)).toBeGreaterThan(quarter())
})
