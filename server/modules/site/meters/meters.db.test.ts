import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { totalAt as pureTotalAt, type PointKind } from '#contract/rules/meterTotals.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { settleMeters, totalAt } from './index.ts'

const { equipment, meters, procedures, procedureLogs, referenceLists, sensors } = contract

let app: SensorApp
beforeAll(async () => {
  app = await openSensorApp()
})
afterAll(() => app.testApp.close())

const settle = () => settleMeters(app.testApp.app.kernel)
const codesOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...((body as { errors?: { code: string }[] }).errors?.map(({ code }) => code) ?? []),
]

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

const read = (id: Id<'meter'>, value: number, change: object = {}, as = app.staff) =>
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
  })

async function one(id: Id<'meter'>) {
  const { rows } = (await app.testApp.call(app.admin, meters.listMeters, { body: { ids: [id] } }))
    .body
  const [row] = rows
  if (row === undefined) throw new Error('The meter was not found')
  return row
}
const readingsOf = async (id: Id<'meter'>) =>
  (
    await app.testApp.call(app.admin, meters.listMeterReadings, {
      params: { id },
      body: { sort: 'at', limit: 500 },
    })
  ).body.rows

const write = (statement: SQL) => asSystem(app.testApp.pool, (db) => db.execute(statement))

const ago = (minutes: number) =>
  new Date(app.testApp.clock.now().getTime() - minutes * 60_000).toISOString()

describe('readings by hand', () => {
  it('count from the first one, through a reset, a replacement and a rollover', async () => {
    const { id } = await makeMeter({ rollsOverAt: 99_999 })
    await read(id, 99_900, { at: ago(50) })
    expect((await read(id, 20, { at: ago(40), kind: 'rolledOver' })).status).toBe(200)
    expect((await read(id, 5, { at: ago(30), kind: 'reset' })).status).toBe(200)
    await read(id, 510, { at: ago(20), kind: 'replaced', endsAt: 15, startsAt: 500 })
    expect(await one(id)).toMatchObject({ value: 510, total: 120 + 5 + 10 + 10 })
  })

  it('below the last one are refused until the user says why', async () => {
    const { id } = await makeMeter()
    await read(id, 500, { at: ago(10) })
    expect(codesOf(await read(id, 20))).toEqual([400, 'belowLast'])
    expect((await readingsOf(id)).length).toBe(1)
    expect((await read(id, 20, { kind: 'reset' })).status).toBe(200)
    expect((await one(id)).total).toBe(20)
  })

  it('that come late are put in order, and refused if they contradict a later one', async () => {
    const { id } = await makeMeter()
    await read(id, 100, { at: ago(60) })
    await read(id, 200, { at: ago(10) })
    expect(codesOf(await read(id, 250, { at: ago(30) }))).toEqual([400, 'aboveNext'])
    await read(id, 150, { at: ago(30) })
    expect((await readingsOf(id)).map(({ total }) => total)).toEqual([0, 50, 100])
  })

  it('that a phone sends twice are stored once', async () => {
    const { id } = await makeMeter()
    const clientKey = crypto.randomUUID()
    const [first, second] = [await read(id, 10, { clientKey }), await read(id, 10, { clientKey })]
    expect(second.body.id).toBe(first.body.id)
    expect((await readingsOf(id)).length).toBe(1)
  })

  it('of a clock that runs ahead count as read now', async () => {
    const { id } = await makeMeter()
    const { body } = await read(id, 10, { at: ago(-600) })
    expect(body.at).toBe(app.testApp.clock.now().toISOString())
  })

  it('are corrected and left out, and everything after follows', async () => {
    const { id } = await makeMeter()
    await read(id, 0, { at: ago(30) })
    const wrong = (await read(id, 1_000, { at: ago(20) })).body
    await read(id, 1_010, { at: ago(10) })
    const corrected = await app.testApp.call(app.admin, meters.updateMeterReading, {
      params: { id: wrong.id },
      body: { version: wrong.version, value: 100, kind: 'read', startsAt: null, endsAt: null },
    })
    expect(corrected.status).toBe(200)
    expect((await readingsOf(id)).map(({ total }) => total)).toEqual([0, 100, 1_010])
    await app.testApp.call(app.admin, meters.deleteMeterReading, { params: { id: wrong.id } })
    expect((await readingsOf(id)).map(({ total }) => total)).toEqual([0, 1_010])
  })

  it('are refused above the highest value, and of meters that count by themselves', async () => {
    const { id } = await makeMeter({ rollsOverAt: 999 })
    expect(codesOf(await read(id, 1_000))).toEqual([400, 'aboveMaximum'])
    const away = await makeMeter({ source: 'away' })
    expect(codesOf(await read(away.id, 1))).toEqual([400, 'countsItself'])
  })

  it('stay in the journal of the equipment', async () => {
    const { id, equipmentId, type } = await makeMeter()
    await read(id, 42)
    const { rows } = (
      await app.testApp.call(app.admin, contract.journal.listJournal, {
        body: { entity: 'equipment', entityId: equipmentId },
      })
    ).body
    expect(rows.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ field: 'meterReading', part: type.name, after: 42 }),
    )
  })
})

describe('meters of an equipment type', () => {
  it('appear on its equipment, also on equipment that comes later, and at most ten', async () => {
    const kind = (
      await app.testApp.call(app.admin, referenceLists.createEquipmentType, {
        body: { name: 'Generator' },
      })
    ).body.id
    const make = async (name: string) =>
      (
        await app.testApp.call(app.admin, equipment.createEquipment, {
          body: { name, typeId: kind },
        })
      ).body.id
    const first = await make('G1')
    await makeType({ equipmentTypeIds: [kind] })
    const second = await make('G2')
    await settle()
    const metersOf = async (equipmentId: Id<'equipment'>) =>
      (await app.testApp.call(app.admin, meters.listMeters, { body: { equipmentId } })).body
    expect((await metersOf(first)).count).toBe(1)
    expect((await metersOf(second)).count).toBe(1)
    const own = (await metersOf(first)).rows[0]?.id ?? (0 as Id<'meter'>)
    expect(
      codesOf(await app.testApp.call(app.admin, meters.deleteMeter, { params: { id: own } })),
    ).toEqual([409, 'meterOfType'])
    for (let n = 0; n < 11; n += 1) await makeType({ equipmentTypeIds: [kind] })
    expect((await metersOf(second)).count).toBe(10)
    const another = await makeType()
    expect(
      codesOf(
        await app.testApp.call(app.admin, meters.addMeter, {
          body: { equipmentId: second, typeId: another.id },
        }),
      ),
    ).toEqual([409, 'tooManyMeters'])
  })

  it('keep their source once they were read', async () => {
    const { id, type } = await makeMeter()
    await read(id, 1)
    const changed = await app.testApp.call(app.admin, meters.updateMeterType, {
      params: { id: type.id },
      body: { version: type.version, source: 'away' },
    })
    expect(codesOf(changed)).toEqual([409, 'otherSource'])
  })
})

describe('hours in statuses', () => {
  it('follow the journal, from before the meter existed', async () => {
    const status = async (name: string) =>
      (
        await app.testApp.call(app.admin, referenceLists.createEquipmentStatus, {
          body: { name, colour: 'green', isUsable: true, isInUse: true },
        })
      ).body.id
    const [busy, idle] = [await status('Busy'), await status('Idle')]
    const equipmentId = await app.thing('Monitor')
    const set = async (statusId: Id<'equipmentStatus'>) => {
      const { version } = (
        await app.testApp.call(app.admin, equipment.getEquipment, { params: { id: equipmentId } })
      ).body
      const answer = await app.testApp.call(app.admin, equipment.updateEquipment, {
        params: { id: equipmentId },
        body: { statusId, version },
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    await set(busy)
    await app.pass(120)
    await set(idle)
    await app.pass(60)
    const type = await makeType({ source: 'status', statusIds: [busy] })
    const { id } = (
      await app.testApp.call(app.admin, meters.addMeter, {
        body: { equipmentId, typeId: type.id },
      })
    ).body
    await settle()
    expect(await one(id)).toMatchObject({ total: 2, isRunning: false, type: { unit: 'h' } })
    await set(busy)
    await settle()
    await app.pass(30)
    expect(await one(id)).toMatchObject({ total: 2.5, isRunning: true, value: null })
    await set(idle)
    await settle()
    await app.pass(90)
    await settle()
    expect(await one(id)).toMatchObject({ total: 2.5, isRunning: false })
    const before = await readingsOf(id)
    await settle()
    expect(await readingsOf(id)).toEqual(before)
  })

  it('follow a status that was renamed since', async () => {
    const made = await app.testApp.call(app.admin, referenceLists.createEquipmentStatus, {
      body: { name: 'Lent', colour: 'green', isUsable: true, isInUse: true },
    })
    const equipmentId = await app.thing('Wheelchair')
    const { version } = (
      await app.testApp.call(app.admin, equipment.getEquipment, { params: { id: equipmentId } })
    ).body
    await app.testApp.call(app.admin, equipment.updateEquipment, {
      params: { id: equipmentId },
      body: { statusId: made.body.id, version },
    })
    await app.testApp.call(app.admin, referenceLists.updateEquipmentStatus, {
      params: { id: made.body.id },
      body: { name: 'Given out', version: made.body.version },
    })
    await app.pass(60)
    const type = await makeType({ source: 'status', statusIds: [made.body.id] })
    const { id } = (
      await app.testApp.call(app.admin, meters.addMeter, {
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
      await app.testApp.call(app.admin, sensors.createSensorType, {
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
    const equipmentId = await app.thing('Water meter')
    const sensor = await app.add({ typeId: sensorType.id, equipmentId, deviceId: 'PULSE1' })
    const { id } = (
      await app.testApp.call(app.admin, meters.addMeter, {
        body: { equipmentId, typeId: type.id },
      })
    ).body
    const say = (minutes: number, value: number) =>
      asSystem(app.testApp.pool, (db) =>
        db.execute(sql`insert into sensor_reading (company_id, sensor_id, at, value, created_at)
          values (${app.testApp.here.id}, ${sensor.id}, ${ago(minutes)}::timestamptz, ${value},
            ${app.testApp.clock.now()})`),
      )
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
      await app.testApp.call(app.admin, sensors.createSensorType, {
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
    const sensor = await app.add({ typeId: sensorTypeId, equipmentId, deviceId: 'MOTOR1' })
    const from = app.testApp.clock.now().getTime() - 300 * 60_000
    const values = [40, 60, 60, 60, 60, 60, 60, 45, 70, 70]
    for (const [index, value] of values.entries())
      await write(sql`insert into sensor_reading (company_id, sensor_id, at, value, created_at)
        values (${app.testApp.here.id}, ${sensor.id},
          ${new Date(from + index * 10 * 60_000).toISOString()}::timestamptz, ${value},
          ${app.testApp.clock.now()})`)
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
  const own = app.testApp.here.id
  const square = `{"type":"Polygon","coordinates":[[[14,50],[14.1,50],[14.1,50.1],[14,50]]]}`
  await write(sql`with kind as (insert into location_type (company_id, name)
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
    from house, (values (${ago(600)}, ${ago(540)}), (${ago(300)}, ${ago(120)})) as stay(entered, gone)`)
  await settle()
  expect(await one(id)).toMatchObject({ total: 4 + 2, isRunning: true })
  await app.pass(30)
  expect(await one(id)).toMatchObject({ total: 6.5, isRunning: true })
  await settle()
  expect(await one(id)).toMatchObject({ total: 6.5, isRunning: true })
})

describe('answers', () => {
  it('become readings at the time of doing, and one that contradicts waits for a user', async () => {
    const procedureType = (
      await app.testApp.call(app.admin, referenceLists.createProcedureType, {
        body: { name: 'Service', isTracer: false },
      })
    ).body.id
    const procedure = (
      await app.testApp.call(app.admin, procedures.createProcedure, {
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
      app.testApp.call(app.staff, procedureLogs.submitProcedureLog, {
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
    await app.testApp.call(app.admin, meters.updateMeterReading, {
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
  await asSystem(app.testApp.pool, async (db) => {
    for (const { at, kind, value, total } of points)
      await db.execute(sql`insert into meter_reading (company_id, meter_id, at, value, kind, total,
          source) values (${app.testApp.here.id}, ${id}, ${at}::timestamptz, ${value}, ${kind},
          ${total}, 'hand')`)
    for (let minutes = 3_100; minutes >= 0; minutes -= 61) {
      const { rows } = await db.execute<{ total: number }>(
        sql`select ${totalAt(sql`${app.testApp.here.id}`, sql`${id}`, sql`${ago(minutes)}::timestamptz`)} as total`,
      )
      expect(rows[0]?.total).toBeCloseTo(pureTotalAt(points, ago(minutes)), 6)
    }
  })
})
