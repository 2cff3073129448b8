/** Tasmota numbers its 1-Wire probes by address at each start. A sensor stays with its probe. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { sensorTypeOf } from '#tests/sensorTypes.ts'

let sensorApp: SensorApp
let typeId: Id<'sensorType'>
beforeAll(async () => {
  sensorApp = await openSensorApp()
  const { pool, here } = sensorApp.testApp
  typeId = await asSystem(pool, (db) => sensorTypeOf(db, here.id, 'temperature'))
})
afterAll(() => sensorApp.testApp.close())

const cold = { Id: '00000566CC39', Temperature: -18.5 }
const warm = { Id: '0000059352D4', Temperature: 21 }

async function sensorOf(deviceId: string, measurement: string) {
  const { id } = await sensorApp.add({
    deviceId,
    typeId,
    ...(measurement === '' ? {} : { measurement }),
  })
  const send = async (probes: object) => {
    await sensorApp.send({ device: deviceId, ...probes, TempUnit: 'C' }, 'tasmota')
    const { value, measuredAt } = await sensorApp.one(id)
    await sensorApp.pass(1)
    return [value, measuredAt]
  }
  return { id, send }
}

describe('a sensor of a 1-Wire probe behind Tasmota', () => {
  it.each(['ds18b201.temperature', 'ds18:00000566cc39.temperature', ''])(
    'does not read another probe after a start without its own, chosen as “%s”',
    async (measurement) => {
      const { id, send } = await sensorOf(`TANK-${measurement}-0`, measurement)
      const [first, at] = await send({ 'DS18B20-1': cold, 'DS18B20-2': warm })
      expect(first).toBe(-18.5)
      expect(await send({ DS18B20: warm })).toEqual([-18.5, at])
      expect(await send({ 'DS18B20-1': { ...warm, Id: '0000010000AA' } })).toEqual([-18.5, at])
      const again = { ...cold, Temperature: -19 }
      expect(await send({ 'DS18B20-1': warm, 'DS18B20-2': again })).toContain(-19)
      const values = await asSystem(sensorApp.testApp.pool, async (db) => {
        const { rows } = await db.execute<{ value: number }>(
          sql`select value from sensor_reading where sensor_id = ${id} order by at`,
        )
        return rows.map(({ value }) => value)
      })
      expect(values).toEqual([-18.5, -19])
    },
  )

  it('with the choice of an earlier version goes on with the probe that it read', async () => {
    const { id, send } = await sensorOf('TANK-BEFORE', 'ds18b202.temperature')
    await asSystem(sensorApp.testApp.pool, (db) =>
      db.execute(sql`update sensor set reads_key = 'ds18b202.temperature' where id = ${id}`),
    )
    expect(await send({ 'DS18B20-1': cold, 'DS18B20-2': warm })).toContain(21)
    expect(await send({ 'DS18B20-1': warm, 'DS18B20-2': cold })).toContain(21)
  })
})
