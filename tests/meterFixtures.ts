/** An app with meters: makes meter types and meters, adds readings, and reads them back. */
import { afterAll, beforeAll, expect } from 'vitest'
import { sql } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { settleMeters } from '../server/modules/site/meters/index.ts'
import { openSensorApp, type SensorApp } from './sensorApp.ts'

const { meters } = contract

export function withMeters() {
  let app: SensorApp
  beforeAll(async () => {
    app = await openSensorApp()
  })
  afterAll(() => app.testApp.close())

  let serial = 0
  async function makeType(change: object = {}) {
    serial += 1
    const made = await app.testApp.call(app.admin, meters.createMeterType, {
      body: {
        name: `Meter ${serial}`,
        source: 'hand',
        unit: 'km',
        equipmentTypeIds: [],
        statusIds: [],
        sensorTypeId: null,
        above: null,
        questionId: null,
        procedureId: null,
        rollsOverAt: null,
        ...change,
      },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return made.body
  }

  async function makeMeter(change: object = {}) {
    const type = await makeType(change)
    const equipmentId = await app.thing(`Thing ${serial}`)
    const made = await app.testApp.call(app.admin, meters.addMeter, {
      body: { equipmentId, typeId: type.id },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return { id: made.body.id, equipmentId, type }
  }

  const ago = (minutes: number) =>
    new Date(app.testApp.clock.now().getTime() - minutes * 60_000).toISOString()

  return {
    app: () => app,
    makeType,
    makeMeter,
    ago,
    settle: () => settleMeters(app.testApp.app.kernel),
    codesOf: ({ status, body }: { status: number; body: unknown }) => [
      status,
      ...((body as { errors?: { code: string }[] }).errors?.map(({ code }) => code) ?? []),
    ],
    read: (id: Id<'meter'>, value: number, change: object = {}, as = app.staff) =>
      app.testApp.call(as, meters.addMeterReading, {
        params: { id },
        body: {
          clientKey: crypto.randomUUID(),
          value,
          kind: 'read',
          startsAt: null,
          endsAt: null,
          ...change,
        },
      }),
    async one(id: Id<'meter'>) {
      const answer = await app.testApp.call(app.admin, meters.listMeters, { body: { ids: [id] } })
      const [row] = answer.body.rows
      if (row === undefined) throw new Error('The meter was not found')
      return row
    },
    readingsOf: async (id: Id<'meter'>) =>
      (
        await app.testApp.call(app.admin, meters.listMeterReadings, {
          params: { id },
          body: { sort: 'at', limit: 500 },
        })
      ).body.rows,
    /** As a sensor reports it. */
    hear: (sensor: Id<'sensor'>, at: string, value: number) =>
      asSystem(app.testApp.pool, (db) =>
        db.execute(sql`insert into sensor_reading (company_id, sensor_id, at, value, created_at)
          values (${app.testApp.here.id}, ${sensor}, ${at}::timestamptz, ${value},
            ${app.testApp.clock.now()})`),
      ),
  }
}
