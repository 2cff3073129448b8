import type { Id } from '#contract/ids.ts'
import { contract } from '#contract/index.ts'
import { everyOne, meanOf, pair, type Ask, type Opens } from './shown.ts'
import type { FiguresWorld } from './world.ts'

const { reports } = contract
const STEP = 86_400
const range = { from: '2026-11-10', to: '2026-11-23' }

export function reportsOpen(ask: Ask, world: () => FiguresWorld): Opens {
  const question = { distributionBy: 'procedure', type: 'performances', filter: {} } as const
  const readingsOf = (
    name: 'temperature' | 'waterLeak',
    sensorId: Id<'sensor'>,
    more: { step: number | null; at?: number },
  ) => ask(reports.listReadings, { body: { name, sensorId, range, limit: 500, ...more } })

  return {
    async 'reports.getDistributions'() {
      const [whole] = await ask(reports.getDistributions, {
        body: { ...question, ranges: [range] },
      })
      if (whole === undefined) throw new Error('There is no range')
      const rows = (more: object) =>
        ask(reports.listDistributionRows, { body: { ...question, range, limit: 500, ...more } })
      const all = await rows({})
      const groups = await everyOne(whole.results, async ({ id, value, counted }) => {
        const behind = await rows({ group: id })
        const mean = meanOf(behind.rows.flatMap(({ score }) => score ?? []))
        return {
          value: pair(value, mean && Math.round(mean)),
          counted: pair(counted, behind.count),
        }
      })
      return {
        '[].counted': [[whole.counted, all.count]],
        '[].value': [[whole.value, all.value]],
        '[].results[].value': groups.map(({ value }) => value),
        '[].results[].counted': groups.map(({ counted }) => counted),
      }
    },
    async 'reports.listDistributionRows'() {
      const { count, value, rows } = await ask(reports.listDistributionRows, {
        body: { ...question, range, limit: 500 },
      })
      return {
        count: [[count, rows.length]],
        value: [[value, meanOf(rows.flatMap(({ score }) => score ?? []))]],
      }
    },
    async 'reports.getMetrics'() {
      const sensorId = world().own.sensor as Id<'sensor'>
      const [answer] = await ask(reports.getMetrics, {
        body: { name: 'temperature', tags: { sensorIds: [sensorId] }, ranges: [range], step: STEP },
      })
      const [line] = answer?.series ?? []
      if (line === undefined) throw new Error('There is no series')
      const all = await readingsOf('temperature', sensorId, { step: STEP })
      const values = all.rows.map(({ value }) => value)
      const points = await everyOne(line.values, async ([at, value], index) => {
        const { count, rows } = await readingsOf('temperature', sensorId, { step: STEP, at })
        return {
          value: pair(value, meanOf(rows.map((row) => row.value))),
          count: pair(line.counts[index], count),
        }
      })
      return {
        '[].series[].values[][]': points.map(({ value }) => value),
        '[].series[].counts[]': points.map(({ count }) => count),
        '[].series[].minimum': [[line.minimum, Math.min(...values)]],
        '[].series[].average': [[line.average, meanOf(values)]],
        '[].series[].maximum': [[line.maximum, Math.max(...values)]],
      }
    },
    async 'reports.getMetricChanges'() {
      const sensorId = world().leak
      const [answer] = await ask(reports.getMetricChanges, {
        body: { name: 'waterLeak', tags: { sensorIds: [sensorId] }, ranges: [range] },
      })
      const [line] = answer?.series ?? []
      if (line === undefined) throw new Error('There is no series')
      const points = await everyOne(line.values, async ([at, value], index) => {
        const { count, rows } = await readingsOf('waterLeak', sensorId, { step: null, at })
        return { value: pair(value, rows[0]?.value), count: pair(line.counts[index], count) }
      })
      return {
        '[].series[].values[][]': points.map(({ value }) => value),
        '[].series[].counts[]': points.map(({ count }) => count),
      }
    },
    async 'reports.listMetricSensors'() {
      const { count, rows } = await ask(reports.listMetricSensors, { body: { limit: 500 } })
      return { count: [[count, rows.length]] }
    },
    async 'reports.listReadings'() {
      const { count, value, rows } = await readingsOf(
        'temperature',
        world().own.sensor as Id<'sensor'>,
        { step: STEP },
      )
      return {
        count: [[count, rows.length]],
        value: [[value, meanOf(rows.map((row) => row.value))]],
      }
    },
  }
}
