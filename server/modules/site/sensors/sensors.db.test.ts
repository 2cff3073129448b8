import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { sensorStates } from '#contract/rules/sensors.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'

const { journal, sensors } = contract
let sensorApp: SensorApp

beforeAll(async () => {
  sensorApp = await openSensorApp()
})
afterAll(() => sensorApp.testApp.close())

const change = (id: number, body: object, token = sensorApp.admin) =>
  sensorApp.testApp.raw(token, 'PUT', `/api/iot/sensors/${id}`, body)

describe('sensors', () => {
  it('belong to a device, in any spelling of its id, one for each metric', async () => {
    const one = await sensorApp.add({ deviceId: 'a8:40:41:ff:ff:26:57:ac' })
    expect(one).toMatchObject({ deviceId: 'A84041FFFF2657AC', state: 'noData', value: null })
    const again = await change((await sensorApp.add()).id, {
      version: 1,
      deviceId: 'A8-40-41-FF-FF-26-57-AC',
    })
    expect(again).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'body.deviceId', code: 'taken' }] },
    })
    const { body } = await sensorApp.testApp.call(sensorApp.admin, sensors.listSensors, {
      body: { search: 'a8:40:41' },
    })
    expect(body.rows.map(({ id }) => id)).toEqual([one.id])
  })

  it('have limits in order and within what their type measures', async () => {
    const { id } = await sensorApp.add({ lowerLimit: 2 })
    expect(await change(id, { version: 1, upperLimit: 1 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.upperLimit', code: 'reversed' }] },
    })
    expect(await change(id, { version: 1, upperLimit: 61 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.upperLimit', code: 'beyondRange' }] },
    })
    expect(await sensorApp.one(id)).toMatchObject({ lowerLimit: 2, upperLimit: null, version: 1 })
  })

  it('are changed by their version, recorded in the journal, and judged again by other limits', async () => {
    const { id, deviceId } = await sensorApp.add()
    await sensorApp.send({ readings: [{ sensor: deviceId, value: 9 }] })
    expect(await change(id, { version: 1, upperLimit: 8, limitMinutes: 20 })).toMatchObject({
      status: 200,
      body: { state: 'tooHigh', version: 2 },
    })
    expect((await change(id, { version: 1, offset: 1 })).status).toBe(409)
    const { body } = await sensorApp.testApp.call(sensorApp.admin, journal.listJournal, {
      body: { limit: 5, entity: 'sensor', entityId: id },
    })
    expect(body.rows[0]?.changes).toEqual([
      { field: 'upperLimit', before: null, after: 8 },
      { field: 'limitMinutes', before: 0, after: 20 },
    ])
  })

  it('keep the metric that they measured, and so does their type', async () => {
    const air = await sensorApp.testApp.call(sensorApp.admin, sensors.createSensorType, {
      body: {
        name: 'Air',
        metric: 'humidity',
        unit: '%',
        minimum: 0,
        maximum: 100,
        step: 1,
        everyMinutes: 10,
      },
    })
    const { id, deviceId } = await sensorApp.add()
    expect((await change(id, { version: 1, typeId: air.body.id })).status).toBe(200)
    expect((await change(id, { version: 2, typeId: sensorApp.typeId })).status).toBe(200)
    await sensorApp.send({ readings: [{ sensor: deviceId, value: 5 }] })
    const other = { status: 409, body: { errors: [{ code: 'otherMetric' }] } }
    expect(await change(id, { version: 3, typeId: air.body.id })).toMatchObject(other)
    const ofType = `/api/iot/sensor-types/${sensorApp.typeId}`
    expect(
      await sensorApp.testApp.raw(sensorApp.admin, 'PUT', ofType, {
        version: 1,
        metric: 'humidity',
      }),
    ).toMatchObject(other)
    expect(
      await sensorApp.testApp.raw(sensorApp.admin, 'POST', `${ofType}/replace`, {
        by: air.body.id,
      }),
    ).toMatchObject(other)
    expect(await sensorApp.testApp.raw(sensorApp.admin, 'DELETE', ofType)).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'inUse' }] },
    })
    expect(
      await sensorApp.testApp.raw(sensorApp.admin, 'PUT', ofType, {
        version: 1,
        minimum: 60,
        maximum: 1,
      }),
    ).toMatchObject({ status: 400, body: { errors: [{ code: 'reversed' }] } })
  })

  it('need the right to be edited, and are never edited by another company', async () => {
    const { id } = await sensorApp.add()
    const { testApp, staff, stranger } = sensorApp
    expect((await change(id, { version: 1, name: 'X' }, staff)).status).toBe(403)
    expect((await change(id, { version: 1, name: 'X' }, stranger)).status).toBe(404)
    expect((await testApp.call(stranger, sensors.deleteSensor, { params: { id } })).status).toBe(
      404,
    )
    expect((await testApp.call(stranger, sensors.getSensors, {})).body.rows).toEqual([])
    expect((await testApp.call(stranger, sensors.getSensorSeries, { params: { id } })).status).toBe(
      404,
    )
    expect((await testApp.call(staff, sensors.getSensors, {})).body.count).toBeGreaterThan(0)
  })

  it('are deleted with what they measured', async () => {
    const { id, deviceId } = await sensorApp.add()
    await sensorApp.send({ readings: [{ sensor: deviceId, value: 5 }] })
    const params = { id }
    expect(
      (await sensorApp.testApp.call(sensorApp.admin, sensors.deleteSensor, { params })).status,
    ).toBe(200)
    expect(
      (await sensorApp.testApp.call(sensorApp.admin, sensors.deleteSensor, { params })).status,
    ).toBe(404)
    expect(await sensorApp.send({ readings: [{ sensor: deviceId, value: 5 }] })).toMatchObject({
      body: { problems: [{ code: 'unknownSensor', about: [deviceId] }] },
    })
  })

  it('are listed by their shown state, with the last 24 hours of each', async () => {
    const now = sensorApp.testApp.clock.now().getTime()
    const { id, deviceId } = await sensorApp.add({ upperLimit: 8 })
    await sensorApp.send({
      readings: [30, 3, 2, 0].map((hours) => ({
        sensor: deviceId,
        value: 5 + hours,
        at: new Date(now - hours * 3_600_000 - 60_000).toISOString(),
      })),
    })
    await sensorApp.add({ isActive: false })
    const { recent } = await sensorApp.one(id)
    expect(recent).toHaveLength(24)
    expect(recent.slice(-4)).toEqual([8, 7, null, 5])
    await sensorApp.pass(25)
    const late = await sensorApp.add()
    await sensorApp.send({ readings: [{ sensor: late.deviceId, value: 5 }] })
    await sensorApp.pass(10)
    const { body: all } = await sensorApp.testApp.call(sensorApp.admin, sensors.getSensors, {})
    for (const state of sensorStates) {
      const { body } = await sensorApp.testApp.call(sensorApp.admin, sensors.listSensors, {
        body: { state, limit: 500 },
      })
      expect(new Set(body.rows.map((row) => row.id))).toEqual(
        new Set(all.rows.filter((row) => row.state === state).map((row) => row.id)),
      )
    }
    expect(new Set(all.rows.map(({ state }) => state)).size).toBeGreaterThanOrEqual(4)
  })

  it('show their series beside what happened on their object', async () => {
    const equipmentId = await sensorApp.thing('Cold store')
    const { id, deviceId } = await sensorApp.add({ equipmentId })
    await sensorApp.send({ readings: [{ sensor: deviceId, value: 5 }] })
    const types = await sensorApp.testApp.call(sensorApp.admin, contract.tickets.createTicketType, {
      body: {
        name: 'Repair',
        colour: 'red',
        states: [
          { id: null, name: 'New', category: 'open', colour: 'blue', next: null },
          { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
        ],
      },
    })
    const ticket = await sensorApp.testApp.call(sensorApp.admin, contract.tickets.openTicket, {
      body: { title: 'Too warm', ticketTypeId: types.body.id, equipmentId },
    })
    const { body } = await sensorApp.testApp.call(sensorApp.admin, sensors.getSensorSeries, {
      params: { id, span: 'week' },
    })
    expect(body.range.series[0]?.values.map(([, value]) => value)).toEqual([5])
    expect(body.markers).toMatchObject([{ kind: 'ticket', id: ticket.body.id, name: 'Too warm' }])
  })
})
