import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { Output } from '#contract/endpoint.ts'
import { openTestApp, type TestApp } from './testApp.ts'

const { devices, equipment, referenceLists, sensors } = contract

export interface SensorApp {
  testApp: TestApp
  admin: string
  staff: string
  stranger: string
  key: string
  typeId: Id<'sensorType'>
  thing(name: string): Promise<Id<'equipment'>>
  add(change?: object): Promise<Output<typeof sensors.createSensor>>
  send(payload: unknown, format?: string): Promise<{ status: number; body: unknown }>
  /** Advances the clock, and signs users in again whose session ended. */
  pass(minutes: number): Promise<void>
  one(id: Id<'sensor'>): Promise<Output<typeof sensors.createSensor>>
}

export async function openSensorApp(
  change: Parameters<typeof openTestApp>[0] = {},
): Promise<SensorApp> {
  const testApp = await openTestApp(change)
  const [admin, staff, stranger] = [
    await testApp.signIn('administrator'),
    await testApp.signIn('staff'),
    await testApp.signIn('administrator', 'there'),
  ]
  const { key } = (
    await testApp.call(admin, devices.createApiKey, {
      body: {
        name: 'Readings',
        ips: [],
        expirationDate: null,
        isActive: true,
        monthLimit: null,
      },
    })
  ).body
  const type = await testApp.call(admin, sensors.createSensorType, {
    body: {
      name: 'Probe',
      metric: 'temperature',
      unit: '°C',
      minimum: -40,
      maximum: 60,
      step: 0.5,
      everyMinutes: 10,
    },
  })
  const equipmentType = await testApp.call(admin, referenceLists.createEquipmentType, {
    body: { name: 'Fridge' },
  })
  let made = 0
  const sensorApp: SensorApp = {
    testApp,
    admin,
    staff,
    stranger,
    key,
    typeId: type.body.id,
    thing: async (name) =>
      (
        await testApp.call(sensorApp.admin, equipment.createEquipment, {
          body: { name, typeId: equipmentType.body.id },
        })
      ).body.id,
    async add(change = {}) {
      made += 1
      const { status, body } = await testApp.call(sensorApp.admin, sensors.createSensor, {
        body: {
          name: `Sensor ${made}`,
          typeId: type.body.id,
          deviceId: `DEVICE-${made}`,
          equipmentId: null,
          locationId: null,
          offset: 0,
          lowerLimit: null,
          upperLimit: null,
          limitMinutes: 0,
          isActive: true,
          ...change,
        },
      })
      expect(status).toBe(200)
      return body
    },
    send: (payload, format = 'plantroom') =>
      testApp.raw(key, 'POST', `/api/iot/ingest/${format}`, payload),
    async pass(minutes) {
      testApp.clock.advance(minutes * 60_000)
      sensorApp.admin = await testApp.signIn('administrator')
      sensorApp.staff = await testApp.signIn('staff')
    },
    async one(id) {
      const { body } = await testApp.call(sensorApp.admin, sensors.listSensors, {
        body: { ids: [id] },
      })
      const [row] = body.rows
      if (!row) throw new Error('The sensor is not there')
      return row
    },
  }
  return sensorApp
}
