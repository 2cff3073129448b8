import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { MetricRange } from '#contract/reports.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { makeTimeSeries, TimeSeriesAway, type TimeSeries } from '#ports/timeSeries.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import {
  hasVictoriaMetrics,
  startVictoriaMetrics,
  type VictoriaMetrics,
} from '#tests/victoriaMetrics.ts'
import { copyReadings, moveReadings, restoreReadings } from './index.ts'

const { reports, sensors } = contract
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.runIf(hasVictoriaMetrics)('a time-series store', () => {
  let sensorApp: SensorApp
  let server: VictoriaMetrics
  let store: TimeSeries
  let probe: { id: Id<'sensor'>; deviceId: string | null }
  let leak: { id: Id<'sensor'>; deviceId: string | null }

  beforeAll(async () => {
    server = await startVictoriaMetrics()
    const timeSeries = { writeUrl: server.url, queryUrl: server.url, authorization: undefined }
    store = makeTimeSeries(timeSeries)
    sensorApp = await openSensorApp({ timeSeries })
    const type = await sensorApp.testApp.call(sensorApp.admin, sensors.createSensorType, {
      body: {
        name: 'Leak',
        metric: 'waterLeak',
        unit: '',
        minimum: 0,
        maximum: 1,
        step: 1,
        everyMinutes: 60,
      },
    })
    probe = await sensorApp.add()
    leak = await sensorApp.add({ typeId: type.body.id })
    // Two ranges: the night of 25 October, when the company's clock goes back, and today.
    for (const [from, hours] of [
      ['2026-10-23T00:10:00Z', 96],
      ['2026-11-15T00:10:00Z', 120],
    ] as const)
      await sensorApp.send({
        readings: Array.from({ length: hours }, (_, hour) => [
          {
            sensor: probe.deviceId,
            value: 20 + ((hour * 7) % 10) / 4,
            at: new Date(Date.parse(from) + hour * HOUR).toISOString(),
          },
          {
            sensor: leak.deviceId,
            value: hour % 30 > 20,
            at: new Date(Date.parse(from) + hour * HOUR + 400).toISOString(),
          },
        ]).flat(),
      })
  })
  afterAll(async () => {
    await sensorApp?.testApp.close()
    await server?.stop()
  })

  const ranges = [
    { from: '2026-10-23', to: '2026-10-27' },
    { from: '2026-11-15', to: '2026-11-20' },
    { from: '2026-10-20', to: '2026-11-20' },
  ]
  const untimed = (range: MetricRange) => ({ ...range, stats: null })

  async function answers(which = ranges) {
    const told: unknown[] = []
    for (const step of [1_800, 3_600, 7_200, 6 * 3_600, 86_400, 7 * 86_400]) {
      const { status, body } = await sensorApp.testApp.call(sensorApp.admin, reports.getMetrics, {
        body: { name: 'temperature', tags: { sensorIds: [probe.id] }, ranges: which, step },
      })
      told.push({ step, status, series: body.map(untimed) })
    }
    const { body: changed } = await sensorApp.testApp.call(
      sensorApp.admin,
      reports.getMetricChanges,
      {
        body: { name: 'waterLeak', tags: { sensorIds: [leak.id] }, ranges: which },
      },
    )
    told.push(changed.map(untimed))
    for (const page of [
      { offset: 0, sort: 'at' as const },
      { offset: 90, sort: 'at' as const },
      { offset: 75, sort: '-at' as const },
      { offset: 0, step: 6 * 3_600, at: Date.parse('2026-10-24T21:00:00Z') / 1000 },
      { offset: 0, step: 86_400, at: Date.parse('2026-11-18T22:00:00Z') / 1000 },
      { offset: 0, step: null, at: Date.parse('2026-10-23T02:10:00Z') / 1000 },
    ]) {
      const { status, body } = await sensorApp.testApp.call(sensorApp.admin, reports.listReadings, {
        body: {
          name: 'temperature',
          sensorId: probe.id,
          range: { from: '2026-10-20', to: '2026-11-20' },
          step: 3_600,
          limit: 20,
          ...page,
        },
      })
      told.push({
        status,
        ...body,
        rows: body.rows.map(({ at, value }) => ({ at, value })),
      })
    }
    return told
  }
  const rowsHere = () =>
    asSystem(sensorApp.testApp.pool, async (db) => {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from sensor_reading`,
      )
      return rows[0]?.count
    })
  async function move() {
    await server.flush()
    await moveReadings(sensorApp.testApp.app.kernel, store)
    await moveReadings(sensorApp.testApp.app.kernel, store)
  }
  const companyUuid = () =>
    asSystem(sensorApp.testApp.pool, async (db) => {
      const { rows } = await db.execute<{ uuid: string }>(
        sql`select uuid from company where id = ${sensorApp.testApp.here.id}`,
      )
      return rows[0]?.uuid ?? ''
    })
  const copy = () => copyReadings(sensorApp.testApp.app.kernel, store)

  it('gets every reading once, and then answers like the database alone', async () => {
    const before = await answers()
    expect(JSON.stringify(before)).toContain('2026-10-23T00:10:00.000Z')
    expect(await copy()).toBe(432)
    expect(await copy()).toBe(0)
    expect(await rowsHere()).toBe(432)
    expect(await answers()).toEqual(before)

    await move()
    expect(await rowsHere()).toBe(2 * 3 * 24)
    expect(await answers()).toEqual(before)
  })

  it('gets a late reading of a day that it has already', async () => {
    const late = { sensor: probe.deviceId, value: 40, at: '2026-10-24T12:34:56.789Z' }
    expect(await sensorApp.send({ readings: [late] })).toMatchObject({ body: { accepted: 1 } })
    const before = await answers()
    expect(JSON.stringify(before)).toContain('"maximum":40')
    expect(await copy()).toBe(1)
    await server.flush()
    expect(await answers()).toEqual(before)
    await move()
    expect(await rowsHere()).toBe(144)
    expect(await answers()).toEqual(before)
  })

  it('is written to again if it lost something, and nothing leaves the database before', async () => {
    const at = (minute: number) =>
      new Date(Date.parse('2026-11-19T10:00:00Z') + minute * MINUTE).toISOString()
    const { id, deviceId } = await sensorApp.add()
    await sensorApp.send({
      readings: [1, 2, 3].map((minute) => ({ sensor: deviceId, value: minute, at: at(minute) })),
    })
    await copy()
    const { rows } = await asSystem(sensorApp.testApp.pool, (db) =>
      db.execute<{ uuid: string }>(
        sql`select uuid from company where id = ${sensorApp.testApp.here.id}`,
      ),
    )
    const company = rows[0]?.uuid ?? ''
    await server.flush()
    await store.forget({ company, sensorIds: [id] }) // deletes from the store only, as a crash would leave it
    await sensorApp.pass(4 * 24 * 60)
    await move()
    expect(await store.samples({ company, sensorIds: [id] }, everAfter)).toEqual([])
    const kept = await rowsHere()
    await server.flush()
    expect((await store.samples({ company, sensorIds: [id] }, everAfter)).length).toBe(3)
    await move()
    expect(await rowsHere()).toBeLessThan(kept ?? 0)
    expect((await store.samples({ company, sensorIds: [id] }, everAfter)).length).toBe(3)
  })

  it('loses nothing while it is away: readings wait, and old ones are reported as missing', async () => {
    await server.kill('SIGTERM')
    const reading = { sensor: probe.deviceId, value: 21 }
    expect(await sensorApp.send({ readings: [reading] })).toMatchObject({ body: { accepted: 1 } })
    await expect(copy()).rejects.toThrow(TimeSeriesAway)
    const ask = (range: { from: string; to: string }) =>
      sensorApp.testApp.call(sensorApp.admin, reports.getMetrics, {
        body: {
          name: 'temperature',
          tags: { sensorIds: [probe.id] },
          ranges: [range],
          step: 86_400,
        },
      })
    expect(await ask({ from: '2026-10-23', to: '2026-10-24' })).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('Nothing is lost') },
    })
    expect((await ask({ from: '2026-11-24', to: '2026-11-24' })).status).toBe(200)
    await server.start()
    expect(await copy()).toBe(1)
    expect((await ask({ from: '2026-10-23', to: '2026-10-24' })).status).toBe(200)
  })

  it('returns what it alone has, and the database then answers alone', async () => {
    await copy()
    const before = await answers()
    expect(await restoreReadings(sensorApp.testApp, store)).toBeGreaterThan(200)
    expect(await restoreReadings(sensorApp.testApp, store)).toBe(0)
    await server.kill('SIGTERM')
    expect(await answers()).toEqual(before)
    await server.start()
  })

  it('gets no value that a device does not have, nor the largest float', async () => {
    const { id, deviceId } = await sensorApp.add({ deviceId: 'A84041FFFF0000AA' })
    for (const temperature of [4.5, 'NaN', null, 327.67, 3.402_823_466_385_288_6e38, 5]) {
      await sensorApp.send(
        { deviceInfo: { devEui: deviceId }, object: { TempC_SHT: temperature } },
        'chirpstack',
      )
      await sensorApp.pass(1)
    }
    await copy()
    await server.flush()
    const now = sensorApp.testApp.clock.now().getTime()
    const kept = await store.samples(
      { company: await companyUuid(), sensorIds: [id] },
      { from: now - HOUR, until: now + HOUR },
    )
    expect(kept.map(({ value }) => value)).toEqual([4.5, 5])
  })

  it('forgets a deleted sensor, and shows no other company’s', async () => {
    await sensorApp.testApp.call(sensorApp.admin, sensors.deleteSensor, { params: { id: leak.id } })
    await move()
    await server.flush()
    const { rows } = await asSystem(sensorApp.testApp.pool, (db) =>
      db.execute<{ uuid: string; id: number }>(sql`select uuid, id from company`),
    )
    const own = rows.find(({ id }) => id === sensorApp.testApp.here.id)?.uuid ?? ''
    expect(await store.sensorsOf(own)).not.toContain(leak.id)
    expect(await store.sensorsOf(own)).toContain(probe.id)
    const stranger = await sensorApp.testApp.signIn('administrator', 'there')
    const { status, body } = await sensorApp.testApp.call(stranger, reports.getMetrics, {
      body: { name: 'temperature', tags: { sensorIds: [probe.id] }, ranges, step: 86_400 },
    })
    expect([status, JSON.stringify(body)]).toEqual([404, expect.not.stringContaining('values')])
  })
})

const everAfter = { from: 0, until: Date.parse('2100-01-01T00:00:00Z') }
