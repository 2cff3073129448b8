import { randomUUID } from 'node:crypto'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { sensorTypeOf } from './sensorTypes.ts'
import type { TestApp } from './testApp.ts'

const HOUR = 3_600_000
const never = (): never => {
  throw new Error('Not made')
}

/**
 * Three pumps with 240 logs of two procedures, two shifts, a probe with ten days of readings, and
 * equipment of another company.
 */
export async function createReportFixtures(testApp: TestApp) {
  const companyId = testApp.here.id
  const now = testApp.clock.now().getTime()
  return asSystem(testApp.pool, async (db) => {
    const [type] = await db
      .insert(tables.equipmentType)
      .values({ companyId, name: 'Pump' })
      .returning()
    const things = await db
      .insert(tables.equipment)
      .values(
        [1, 2, 3].map((number) => ({
          companyId,
          name: `Pump ${number}`,
          typeId: type?.id ?? never(),
        })),
      )
      .returning()
    const kinds = await db
      .insert(tables.procedureType)
      .values([
        { companyId, name: 'Round', isTracer: false },
        { companyId, name: 'Audit', isTracer: true },
      ])
      .returning()
    const procedures = await db
      .insert(tables.procedure)
      .values(
        kinds.map((kind) => ({
          companyId,
          name: kind.name,
          typeId: kind.id,
          target: 'equipment' as const,
        })),
      )
      .returning()
    await db.insert(tables.companySettings).values({
      companyId,
      shifts: [
        { name: 'Day', days: [0, 1, 2, 3, 4, 5, 6], from: '06:00', to: '22:00' },
        { name: 'Night', days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' },
      ],
    })
    await db.insert(tables.procedureLog).values(
      Array.from({ length: 240 }, (_each, index) => {
        const doneAt = new Date(now - ((index * 7919) % 2_000) * HOUR)
        return {
          companyId,
          procedureId: procedures[index % 2]?.id ?? never(),
          equipmentId: things[index % 3]?.id ?? null,
          locationId: null,
          doneAt,
          startedAt: doneAt,
          clientKey: randomUUID(),
          procedureVersion: 1,
          doneBy: testApp.here.users.staff,
          points: 0,
          maximum: 1,
          score: index % 9 === 0 ? null : (index * 31) % 101,
          questions: [],
          answers: [],
          breakdown: [] as never,
        }
      }),
    )
    const [probe] = await db
      .insert(tables.sensor)
      .values({
        companyId,
        name: 'Probe',
        metric: 'temperature' as const,
        typeId: await sensorTypeOf(db, companyId, 'temperature'),
      })
      .returning()
    const [other] = await db
      .insert(tables.equipmentType)
      .values({ companyId: testApp.there.id, name: 'Theirs' })
      .returning()
    const [foreign] = await db
      .insert(tables.equipment)
      .values({ companyId: testApp.there.id, name: 'Theirs', typeId: other?.id ?? never() })
      .returning()
    await db.insert(tables.sensorReading).values(
      Array.from({ length: 240 }, (_each, hour) => hour)
        .filter((hour) => Math.floor(hour / 24) !== 3)
        .map((hour) => ({
          companyId,
          sensorId: probe?.id ?? never(),
          at: new Date(Date.parse('2026-11-01T00:00:00+02:00') + hour * HOUR),
          value: hour % 24,
        })),
    )
    return {
      things: things.map(({ id }) => Number(id)),
      sensor: Number(probe?.id),
      foreign: Number(foreign?.id),
    }
  })
}
