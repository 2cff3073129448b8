import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { totalAt as pureTotalAt, type PointKind } from '#contract/rules/meterTotals.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { withMeters } from '#tests/meterFixtures.ts'
import { totalAt } from './index.ts'

const { equipment, meters, procedures, procedureLogs, referenceLists, sensors } = contract
const { app, ago, hear, makeMeter, makeType, one, readingsOf, settle } = withMeters()

describe('hours in statuses', () => {
  it('follow the journal, from before the meter existed', async () => {
    const status = async (name: string) =>
      (
        await app().testApp.call(app().admin, referenceLists.createEquipmentStatus, {
          body: { name, colour: 'green', isUsable: true, isInUse: true },
        })
      ).body.id
    const [busy, idle] = [await status('Busy'), await status('Idle')]
    const equipmentId = await app().thing('Monitor')
    const set = async (statusId: Id<'equipmentStatus'>) => {
      const { version } = (
        await app().testApp.call(app().admin, equipment.getEquipment, {
          params: { id: equipmentId },
        })
      ).body
      const answer = await app().testApp.call(app().admin, equipment.updateEquipment, {
        params: { id: equipmentId },
        body: { statusId, version },
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    await set(busy)
    await app().pass(120)
    await set(idle)
    await app().pass(60)
    const type = await makeType({ source: 'status', statusIds: [busy] })
    const { id } = (
      await app().testApp.call(app().admin, meters.addMeter, {
        body: { equipmentId, typeId: type.id },
      })
    ).body
    await settle()
    expect(await one(id)).toMatchObject({ total: 2, isRunning: false, type: { unit: 'h' } })
    await set(busy)
    await settle()
    await app().pass(30)
    expect(await one(id)).toMatchObject({ total: 2.5, isRunning: true, value: null })
    await set(idle)
    await settle()
    await app().pass(90)
    await settle()
    expect(await one(id)).toMatchObject({ total: 2.5, isRunning: false })
    const before = await readingsOf(id)
    await settle()
    expect(await readingsOf(id)).toEqual(before)
  })

  it('follow a status that was renamed since', async () => {
    const made = await app().testApp.call(app().admin, referenceLists.createEquipmentStatus, {
      body: { name: 'Lent', colour: 'green', isUsable: true, isInUse: true },
    })
    const equipmentId = await app().thing('Wheelchair')
    const { version } = (
      await app().testApp.call(app().admin, equipment.getEquipment, { params: { id: equipmentId } })
    ).body
    await app().testApp.call(app().admin, equipment.updateEquipment, {
      params: { id: equipmentId },
      body: { statusId: made.body.id, version },
    })
    await app().testApp.call(app().admin, referenceLists.updateEquipmentStatus, {
      params: { id: made.body.id },
      body: { name: 'Given out', version: made.body.version },
    })
    await app().pass(60)
    const type = await makeType({ source: 'status', statusIds: [made.body.id] })
    const { id } = (
      await app().testApp.call(app().admin, meters.addMeter, {
        body: { equipmentId, typeId: type.id },
      })
    ).body
    await settle()
    expect(await one(id)).toMatchObject({ total: 1, isRunning: true })
  })
})

describe('sensors', () => {
  it('report a counter that restarts and rolls over, and late readings are put in order', async () => {
    const sensorType = (
      await app().testApp.call(app().admin, sensors.createSensorType, {
        body: {
          name: 'Pulses',
          metric: 'counter',
          unit: '',
          minimum: null,
          maximum: null,
          step: 1,
          everyMinutes: 10,
        },
      })
    ).body
    const type = await makeType({
      source: 'sensor',
      sensorTypeId: sensorType.id,
      rollsOverAt: 9_999,
    })
    const equipmentId = await app().thing('Water meter')
    const sensor = await app().add({ typeId: sensorType.id, equipmentId, deviceId: 'PULSE1' })
    const { id } = (
      await app().testApp.call(app().admin, meters.addMeter, {
        body: { equipmentId, typeId: type.id },
      })
    ).body
    const say = (minutes: number, value: number) => hear(sensor.id, ago(minutes), value)
    await say(600, 9_900)
    await say(500, 9_990)
    await say(400, 20)
    await say(300, 120)
    await settle()
    expect((await one(id)).total).toBe(90 + 30 + 100)
    // The device restarted: far from the end of its range.
    await say(200, 5)
    await settle()
    expect((await one(id)).total).toBe(225)
    await say(450, 9_995)
    await settle()
    expect((await one(id)).total).toBe(225)
    const before = await readingsOf(id)
    await settle()
    expect(await readingsOf(id)).toEqual(before)
  })

  it('count hours above a limit, and stop at the last reading when the sensor is silent', async () => {
    const { id: sensorTypeId } = (
      await app().testApp.call(app().admin, sensors.createSensorType, {
        body: {
          name: 'Motor current',
          metric: 'temperature',
          unit: '',
          minimum: null,
          maximum: null,
          step: 1,
          everyMinutes: 10,
        },
      })
    ).body
    const { id, equipmentId } = await makeMeter({ source: 'above', sensorTypeId, above: 50 })
    const sensor = await app().add({ typeId: sensorTypeId, equipmentId, deviceId: 'MOTOR1' })
    const from = app().testApp.clock.now().getTime() - 300 * 60_000
    const values = [40, 60, 60, 60, 60, 60, 60, 45, 70, 70]
    for (const [index, value] of values.entries())
      await hear(sensor.id, new Date(from + index * 10 * 60_000).toISOString(), value)
    await settle()
    const counted = await one(id)
    expect(counted).toMatchObject({ isRunning: false, value: null })
    expect(counted.total).toBeCloseTo((60 + 10) / 60, 4)
    await settle()
    expect(await one(id)).toEqual(counted)
  })
})

it('hours away from its own location run between visits there, and now if it is not there', async () => {
  const { id, equipmentId } = await makeMeter({ source: 'away' })
  const own = app().testApp.here.id
  const square = `{"type":"Polygon","coordinates":[[[14,50],[14.1,50],[14.1,50.1],[14,50]]]}`
  await asSystem(app().testApp.pool, (db) =>
    db.execute(sql`with kind as (insert into location_type (company_id, name)
      values (${own}, 'Store of pumps') returning id),
    place as (insert into location (company_id, name, type_id) select ${own}, 'Store', id from kind
      returning id),
    thing as (update equipment set location_id = (select id from place)
      where company_id = ${own} and id = ${equipmentId} returning id),
    house as (insert into building (company_id, name, longitude, latitude, outline, location_id)
      select ${own}, 'Store', 14, 50, ${square}::jsonb, id from place returning id)
    insert into visit (company_id, equipment_id, kind, zone_id, building_id, entered_at, left_at)
    select ${own}, ${equipmentId}, 'building', house.id, house.id, stay.entered::timestamptz,
      stay.gone::timestamptz
    from house, (values (${ago(600)}, ${ago(540)}), (${ago(300)}, ${ago(120)})) as stay(entered, gone)`),
  )
  await settle()
  expect(await one(id)).toMatchObject({ total: 4 + 2, isRunning: true })
  await app().pass(30)
  expect(await one(id)).toMatchObject({ total: 6.5, isRunning: true })
  await settle()
  expect(await one(id)).toMatchObject({ total: 6.5, isRunning: true })
})

describe('answers', () => {
  it('become readings at the time of doing, and one that contradicts waits for a user', async () => {
    const procedureType = (
      await app().testApp.call(app().admin, referenceLists.createProcedureType, {
        body: { name: 'Service', isTracer: false },
      })
    ).body.id
    const procedure = (
      await app().testApp.call(app().admin, procedures.createProcedure, {
        body: {
          name: 'Read the counter',
          typeId: procedureType,
          target: 'equipment',
          questions: [
            {
              id: -1 as Id<'surveyQuestion'>,
              kind: 'number',
              title: 'Counter',
              help: null,
              required: true,
              unit: 'km',
              minimum: null,
              maximum: null,
              numberScore: null,
              faultOutside: null,
              visibility: null,
              answers: [],
            },
          ],
        },
      })
    ).body
    const questionId = procedure.questions[0]?.id ?? (0 as Id<'surveyQuestion'>)
    const { id, equipmentId } = await makeMeter({
      source: 'answer',
      procedureId: procedure.id,
      questionId,
    })
    const answer = (value: number, minutes: number) =>
      app().testApp.call(app().staff, procedureLogs.submitProcedureLog, {
        body: {
          clientKey: crypto.randomUUID(),
          procedureId: procedure.id,
          procedureVersion: procedure.version,
          equipmentId,
          locationId: null,
          startedAt: ago(minutes + 1),
          doneAt: ago(minutes),
          answers: [{ questionId, kind: 'number', value }],
        },
      })
    await answer(100, 60)
    await answer(180, 10)
    await answer(150, 30)
    await settle()
    expect((await readingsOf(id)).map(({ value, total }) => [value, total])).toEqual([
      [100, 0],
      [150, 50],
      [180, 80],
    ])
    await answer(7, 1)
    await settle()
    expect(await one(id)).toMatchObject({ total: 80, unclear: 1, value: 180 })
    const asked = (await readingsOf(id)).find(({ kind }) => kind === 'unclear')
    await app().testApp.call(app().admin, meters.updateMeterReading, {
      params: { id: asked?.id ?? 0 },
      body: {
        version: asked?.version ?? 0,
        value: 7,
        kind: 'reset',
        startsAt: null,
        endsAt: null,
      },
    })
    await settle()
    expect(await one(id)).toMatchObject({ total: 87, unclear: 0, value: 7 })
  })
})

it('the total at a moment is the same by SQL and by the rule', async () => {
  const { id } = await makeMeter()
  const kinds: PointKind[] = ['read', 'unclear', 'started', 'stopped', 'reset', 'leftOut']
  const points = Array.from({ length: 30 }, (_, n) => ({
    at: ago(3_000 - n * 97),
    kind: kinds[(n * 7) % kinds.length] ?? 'read',
    value: n * 3,
    total: n * 2.5,
  }))
  await asSystem(app().testApp.pool, async (db) => {
    for (const { at, kind, value, total } of points)
      await db.execute(sql`insert into meter_reading (company_id, meter_id, at, value, kind, total,
          source) values (${app().testApp.here.id}, ${id}, ${at}::timestamptz, ${value}, ${kind},
          ${total}, 'hand')`)
    for (let minutes = 3_100; minutes >= 0; minutes -= 61) {
      const { rows } = await db.execute<{ total: number }>(
        sql`select ${totalAt(sql`${app().testApp.here.id}`, sql`${id}`, sql`${ago(minutes)}::timestamptz`)} as total`,
      )
      expect(rows[0]?.total).toBeCloseTo(pureTotalAt(points, ago(minutes)), 6)
    }
  })
})
