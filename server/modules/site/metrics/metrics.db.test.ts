import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { createReportFixtures } from '#tests/reportFixtures.ts'
import { sensorTypeOf } from '#tests/sensorTypes.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { reports } = contract
const HOUR = 3_600_000
let testApp: TestApp
let admin: string
let world: Awaited<ReturnType<typeof createReportFixtures>>

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  world = await createReportFixtures(testApp)
})
afterAll(() => testApp.close())

const never = (): never => {
  throw new Error('Not made')
}

describe('POST /api/reports/metrics', () => {
  const tags = () => ({ sensorIds: [world.sensor] as never[] })
  it('gives one value for each step, in the company’s days, and none where nothing was measured', async () => {
    const { body } = await testApp.call(admin, reports.getMetrics, {
      body: {
        name: 'temperature',
        tags: tags(),
        ranges: [{ from: '2026-11-01', to: '2026-11-10' }],
        step: 86_400,
      },
    })
    const [series] = body[0]?.series ?? []
    expect(series?.values).toHaveLength(9)
    expect(series?.values.map(([at]) => new Date(at * 1000).toISOString().slice(11))).toEqual(
      Array.from({ length: 9 }, () => '22:00:00.000Z'),
    )
    expect(new Set(series?.values.map(([, value]) => value))).toEqual(new Set([11.5]))
    expect(series).toMatchObject({ minimum: 0, maximum: 23, coverage: 90 })
    expect(body[0]?.stats.seriesFetched).toBe(1)
  })

  it('never shows a small value as zero', async () => {
    const companyId = testApp.here.id
    await asSystem(testApp.pool, async (db) => {
      const typeId = await sensorTypeOf(db, companyId, 'humidity')
      const [fine] = await db
        .insert(tables.sensor)
        .values({ companyId, name: 'Fine', metric: 'humidity', typeId })
        .returning()
      await db.insert(tables.sensorReading).values(
        [0.000_000_2, 0.000_000_4].map((value, index) => ({
          companyId,
          sensorId: fine?.id ?? never(),
          at: new Date(Date.parse('2026-11-02T10:00:00Z') + index * HOUR),
          value,
        })),
      )
    })
    const { body } = await testApp.call(admin, reports.getMetrics, {
      body: {
        name: 'humidity',
        tags: {},
        ranges: [{ from: '2026-11-02', to: '2026-11-02' }],
        step: 86_400,
      },
    })
    expect(body[0]?.series[0]?.values.map(([, value]) => value)).toEqual([0.000_000_3])
  })

  it('has as many readings behind each value as it counted, and their mean is the value', async () => {
    for (const [step, from] of [
      [86_400, '2026-11-01'],
      [6 * 3_600, '2026-11-02'],
      [7_200, '2026-11-08'],
      [5 * 3_600, '2026-10-20'],
    ] as const) {
      const range = { from, to: '2026-11-10' }
      const { body } = await testApp.call(admin, reports.getMetrics, {
        body: { name: 'temperature', tags: tags(), ranges: [range], step },
      })
      const [series] = body[0]?.series ?? []
      const question = {
        name: 'temperature' as const,
        sensorId: world.sensor as never,
        range,
        step,
        limit: 500,
      }
      let heard = 0
      for (const [index, [at, value]] of series?.values.entries() ?? []) {
        const behind = (
          await testApp.call(admin, reports.listReadings, { body: { ...question, at } })
        ).body
        expect(behind.count).toBe(series?.counts[index])
        expect(behind.rows).toHaveLength(behind.count)
        expect(behind.rows.reduce((sum, row) => sum + row.value, 0) / behind.count).toBeCloseTo(
          value,
          2,
        )
        heard += behind.count
      }
      expect((await testApp.call(admin, reports.listReadings, { body: question })).body.count).toBe(
        heard,
      )
    }
  })

  it('keeps parts of a day on the company’s clock, so that six o’clock stays six o’clock at a clock change', async () => {
    const { body } = await testApp.call(admin, reports.getMetrics, {
      body: {
        name: 'temperature',
        tags: tags(),
        ranges: [{ from: '2026-10-20', to: '2026-11-10' }],
        step: 6 * 3_600,
      },
    })
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Jerusalem',
      hour: '2-digit',
      minute: '2-digit',
    })
    const values = body[0]?.series[0]?.values ?? []
    expect([...new Set(values.map(([at]) => clock.format(at * 1000)))].toSorted()).toEqual([
      '00:00',
      '06:00',
      '12:00',
      '18:00',
    ])
  })

  it('is complete on days with a clock change, and on a day that is not over', async () => {
    const now = testApp.clock.now().getTime()
    const day = (at: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(at)
    const [spring, autumn, today] = ['2026-03-27', '2026-10-25', day(now)]
    const midnightOf = (date: string) =>
      Array.from(
        { length: 5 },
        (_each, hour) => Date.parse(`${date}T00:00:00Z`) - hour * HOUR,
      ).find((at) => day(at) === date && day(at - HOUR) !== date) ?? never()
    const hours = (date: string) =>
      Array.from({ length: 25 }, (_each, hour) => midnightOf(date) + hour * HOUR).filter(
        (at) => day(at) === date && at + HOUR <= now,
      )
    const heard = async (sensorId: number, range: string, step = 3_600) => {
      const { body } = await testApp.call(admin, reports.getMetrics, {
        body: {
          name: 'humidity',
          tags: { sensorIds: [sensorId] as never[] },
          ranges: [{ from: range, to: range }],
          step,
        },
      })
      return body[0]?.series[0]?.coverage
    }
    const add = (name: string, moments: readonly number[]) =>
      asSystem(testApp.pool, async (db) => {
        const companyId = testApp.here.id
        const [made] = await db
          .insert(tables.sensor)
          .values({
            companyId,
            name,
            metric: 'humidity' as const,
            typeId: await sensorTypeOf(db, companyId, 'humidity'),
          })
          .returning()
        const sensorId = made?.id ?? never()
        await db
          .insert(tables.sensorReading)
          .values(moments.map((at) => ({ companyId, sensorId, at: new Date(at), value: 50 })))
        return Number(sensorId)
      })
    expect([hours(spring).length, hours(autumn).length]).toEqual([23, 25])
    const all = await add('All', [spring, autumn, today].flatMap(hours))
    expect([await heard(all, spring), await heard(all, autumn), await heard(all, today)]).toEqual([
      100, 100, 100,
    ])
    expect([await heard(all, spring, 7_200), await heard(all, autumn, 86_400)]).toEqual([100, 100])
    const gaps = await add(
      'Gaps',
      [spring, autumn, today].flatMap((date) => hours(date).slice(1)),
    )
    expect(await heard(gaps, spring)).toBe(Math.round((100 * 22) / 23))
    expect(await heard(gaps, autumn)).toBe(96)
    const soFar = hours(today).length
    expect(await heard(gaps, today)).toBe(Math.round((100 * (soFar - 1)) / soFar))
    const present = await add('Present', [now])
    expect(await heard(present, today)).toBe(Math.round(100 / (soFar + 1)))
  })

  it('shows no readings of a hidden sensor, nor of another kind', async () => {
    const question = {
      sensorId: world.sensor,
      range: { from: '2026-11-01', to: '2026-11-10' },
      step: 86_400,
    }
    const send = (body: object) => testApp.raw(admin, 'POST', '/api/reports/readings/get', body)
    expect((await send({ ...question, name: 'humidity' })).status).toBe(404)
    expect(
      await send({
        ...question,
        name: 'temperature',
        range: { from: '2026-11-10', to: '2026-11-01' },
      }),
    ).toMatchObject({ status: 400, body: { errors: [{ path: 'body.range.to' }] } })
    expect(
      (
        await testApp.raw(
          await testApp.signIn('administrator', 'there'),
          'POST',
          '/api/reports/readings/get',
          { ...question, name: 'temperature' },
        )
      ).status,
    ).toBe(404)
  })

  it('refuses an unknown step, or one so short that it would not end', async () => {
    const send = (step: unknown, ranges: object[] = [{ from: '2026-11-01', to: '2026-11-10' }]) =>
      testApp.raw(admin, 'POST', '/api/reports/metrics', {
        name: 'temperature',
        tags: {},
        ranges,
        step,
      })
    for (const step of [Number.NaN, 'NaN', 0, -60, 1e12, null])
      expect(await send(step), String(step)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'body.step' }] },
      })
    expect(await send(60, [{ from: '2020-01-01', to: '2026-11-10' }])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.ranges.0', code: 'tooManyPoints' }] },
    })
    expect(await send(86_400, [{ from: '9999-12-30', to: '9999-12-31' }])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.ranges.0.from', code: 'outOfReach' }, {}] },
    })
  })

  it('reports a leak by its changes alone, as 0 and 1', async () => {
    await asSystem(testApp.pool, async (db) => {
      const [leak] = await db
        .insert(tables.sensor)
        .values({
          companyId: testApp.here.id,
          name: 'Leak',
          metric: 'waterLeak',
          typeId: await sensorTypeOf(db, testApp.here.id, 'waterLeak'),
        })
        .returning()
      await db.insert(tables.sensorReading).values(
        [0, 0, 3, 3, 0, 0].map((value, hour) => ({
          companyId: testApp.here.id,
          sensorId: leak?.id ?? never(),
          at: new Date(Date.parse('2026-11-05T08:00:00Z') + hour * HOUR),
          value,
        })),
      )
    })
    const { body } = await testApp.call(admin, reports.getMetricChanges, {
      body: { name: 'waterLeak', tags: {}, ranges: [{ from: '2026-11-01', to: '2026-11-10' }] },
    })
    expect(body[0]?.series[0]?.values.map(([, value]) => value)).toEqual([0, 1, 0])
  })
})
