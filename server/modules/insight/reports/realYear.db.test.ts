/**
 * A real year of hourly readings (NOAA, an airport in 2013), if available in REAL_DATA or
 * ../shared/data.
 */
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { sensorTypeOf } from '#tests/sensorTypes.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { reports } = contract
const folder = `${process.env['REAL_DATA'] ?? '../shared/data'}/sensors`
const has = existsSync(`${folder}/jfk2013_temperature_c.csv`)
if (!has)
  console.warn('Real data not found (REAL_DATA): the year of sensor readings was not looked at.')

type Reading = { at: number; value: number }
const read = (name: string): Reading[] =>
  readFileSync(`${folder}/${name}.csv`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => ({ at: Number(line.split(',')[0]), value: Number(line.split(',')[2]) }))
const HOUR = 3_600

describe.runIf(has)('the sensor chart of a real year', () => {
  let testApp: TestApp
  let token: string
  let temperature: Reading[]
  let humidity: Reading[]

  beforeAll(async () => {
    testApp = await openTestApp()
    token = await testApp.signIn('administrator')
    temperature = read('jfk2013_temperature_c')
    humidity = read('jfk2013_humidity_pct')
    const series = [
      ['temperature', temperature],
      ['humidity', humidity],
      ['waterLeak', humidity.map(({ at, value }) => ({ at, value: value > 95 ? 1 : 0 }))],
    ] as const
    await asSystem(testApp.pool, async (db) => {
      for (const [metric, readings] of series) {
        const [made] = await db
          .insert(tables.sensor)
          .values({
            companyId: testApp.here.id,
            name: metric,
            metric,
            typeId: await sensorTypeOf(db, testApp.here.id, metric),
          })
          .returning({ id: tables.sensor.id })
        for (let from = 0; made !== undefined && from < readings.length; from += 2_000)
          await db.insert(tables.sensorReading).values(
            readings.slice(from, from + 2_000).map(({ at, value }) => ({
              companyId: testApp.here.id,
              sensorId: made.id,
              at: new Date(at * 1_000),
              value,
            })),
          )
      }
    })
  })
  afterAll(() => testApp.close())

  const ask = async (name: 'temperature' | 'humidity', from: string, to: string, step: number) => {
    const { body } = await testApp.call(token, reports.getMetrics, {
      body: { name, tags: {}, ranges: [{ from, to }], step },
    })
    const series = body[0]?.series[0]
    if (series === undefined) throw new Error('No series')
    return { ...series, ms: body[0]?.stats.executionTimeMsec ?? 0 }
  }
  const between = (all: Reading[], from: string, to: string) =>
    all.filter(
      ({ at }) =>
        at >= Date.parse(`${from}T00:00:00+02:00`) / 1_000 &&
        at < Date.parse(`${to}T00:00:00+02:00`) / 1_000,
    )

  it('shows each hour as it was measured, and no hour without a measurement', async () => {
    for (const [name, all] of [
      ['temperature', temperature],
      ['humidity', humidity],
    ] as const) {
      const heard = between(all, '2013-01-01', '2013-02-01')
      const answer = await ask(name, '2013-01-01', '2013-01-31', HOUR)
      expect(answer.values).toEqual(
        heard.map(({ at, value }) => [Math.floor(at / HOUR) * HOUR, value]),
      )
      expect(answer).toMatchObject({
        minimum: Math.min(...heard.map(({ value }) => value)),
        maximum: Math.max(...heard.map(({ value }) => value)),
        coverage: Math.round((100 * heard.length) / (31 * 24)),
      })
    }
  })

  it('keeps gaps as gaps', async () => {
    const gap = temperature.findIndex(
      ({ at }, index) => index > 0 && at - (temperature[index - 1]?.at ?? at) > HOUR,
    )
    const before = temperature[gap - 1]?.at ?? 0
    expect(before).toBeGreaterThan(0)
    const day = new Date(before * 1_000).toISOString().slice(0, 10)
    const answer = await ask(
      'temperature',
      day,
      new Date((before + 86_400) * 1_000).toISOString().slice(0, 10),
      HOUR,
    )
    expect(answer.values.some(([at]) => at > before && at < (temperature[gap]?.at ?? 0))).toBe(
      false,
    )
    expect(answer.coverage).toBeLessThan(100)
  })

  it('has a value for each day of the year, made of the readings of that day', async () => {
    const answer = await ask('temperature', '2013-01-01', '2013-12-31', 86_400)
    expect(answer.values.length).toBeGreaterThan(360)
    expect(answer.values.length).toBeLessThanOrEqual(365)
    expect(answer.counts.reduce((sum, count) => sum + count, 0)).toBe(
      between(temperature, '2013-01-01', '2014-01-01').length,
    )
    expect(answer.coverage).toBe(Math.round((100 * answer.values.length) / 365))
    expect(answer.ms).toBeLessThan(10_000)
  })

  it('shows each change of a leak and nothing between', async () => {
    const { body } = await testApp.call(token, reports.getMetricChanges, {
      body: { name: 'waterLeak', tags: {}, ranges: [{ from: '2013-01-01', to: '2013-12-31' }] },
    })
    const states = between(humidity, '2013-01-01', '2014-01-01').map(
      ({ at, value }) => [at, value > 95 ? 1 : 0] as const,
    )
    expect(body[0]?.series[0]?.values).toEqual(
      states.filter(([, state], index) => state !== states[index - 1]?.[1]).map((one) => [...one]),
    )
  })
})
