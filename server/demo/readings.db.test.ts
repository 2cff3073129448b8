import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSensorHouse, type SensorHouse } from '../../tests/sensorHouse.ts'
import { company, sensorReading } from '../db/schema/index.ts'
import { asSystem } from '../kernel/transaction.ts'
import { speakInDemo } from './readings.ts'
import { speakingDevices } from './sensors.ts'

let house: SensorHouse

beforeAll(async () => {
  house = await openSensorHouse()
})
afterAll(() => house.testApp.close())

const readingsOf = (id: number) =>
  asSystem(house.testApp.pool, async (db) => {
    const rows = await db.select().from(sensorReading)
    return rows.filter((row) => Number(row.sensorId) === id).length
  })

it('lets the sensors that the demo made speak on, not what people added, nor those of another company', async () => {
  const [deviceId = ''] = speakingDevices
  const { id } = await house.add({ deviceId })
  const own = await house.add()
  await house.send({ readings: [deviceId, own.deviceId].map((sensor) => ({ sensor, value: 5 })) })
  await house.pass(40)
  await speakInDemo(house.testApp.app.kernel)
  expect(await readingsOf(id)).toBe(1)
  await asSystem(house.testApp.pool, (db) =>
    db.update(company).set({ isDemo: true }).where(eq(company.id, house.testApp.here.id)),
  )
  await speakInDemo(house.testApp.app.kernel)
  const spoken = await readingsOf(id)
  expect(spoken).toBeGreaterThan(1)
  expect((await house.one(id)).state).toBe('ok')
  await speakInDemo(house.testApp.app.kernel)
  expect(await readingsOf(id)).toBe(spoken)
  expect(await readingsOf(own.id)).toBe(1)
})
