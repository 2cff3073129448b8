/**
 * VictoriaMetrics, single-node or cluster, through its import and query API. A series is one metric
 * of one sensor of one company, identified by uuid, so that installations may share a store.
 */
import { z } from 'zod'
import { truncate } from '#contract/rules/truncate.ts'

export interface TimeSeriesSettings {
  /** Base of `/api/v1/import`, without credentials. */
  writeUrl: string
  /** Base of `/api/v1/query_range` and `/api/v1/export`. */
  queryUrl: string
  /** Authorization header for both URLs. Undefined if none is needed. */
  authorization: string | undefined
}

export interface Sample {
  sensorId: number
  /** Unix time in milliseconds. */
  at: number
  value: number
}

/** Unix time in milliseconds: `from` inclusive, `until` exclusive. */
export interface Span {
  from: number
  until: number
}

interface Totals {
  sensorId: number
  span: number
  sum: number
  count: number
  low: number
  high: number
}

interface SeriesOf {
  company: string
  /** If undefined, all metrics. */
  metric?: string
  /** If undefined, all sensors. */
  sensorIds?: readonly number[]
}

export interface TimeSeries {
  /** Resolves when the store has the samples. Repeated samples are stored once. */
  write(company: string, samples: readonly (Sample & { metric: string })[]): Promise<void>
  /** `spans` must be sorted by time. Spans without samples are left out. */
  totals(of: SeriesOf, spans: readonly Span[]): Promise<Totals[]>
  /** One sample per sensor and time, oldest first per sensor. */
  samples(of: SeriesOf, span: Span): Promise<Sample[]>
  sensorsOf(company: string): Promise<number[]>
  forget(of: SeriesOf): Promise<void>
  /**
   * The store's command-line flags. Null if it does not reveal them, as a cluster behind a proxy.
   */
  flags(): Promise<ReadonlyMap<string, string> | null>
}

export class TimeSeriesAway extends Error {
  override name = 'TimeSeriesAway'
}

const PATIENCE_MILLISECONDS = 30_000
const ANSWER_MAXIMUM = 256 * 1024 * 1024
const REFUSAL_MAXIMUM = 200
const SENSORS_AT_ONCE = 500
const PREFIX = 'plantroom_'

const matrix = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.object({ sensor: z.coerce.number().int(), rollup: z.string() }),
        values: z.array(z.tuple([z.number(), z.coerce.number()])),
      }),
    ),
  }),
})
const exportedLine = z.object({
  metric: z.object({ sensor: z.coerce.number().int() }),
  values: z.array(z.number().nullable()),
  timestamps: z.array(z.number()),
})
const seriesNames = z.object({ data: z.array(z.object({ sensor: z.coerce.number().int() })) })

const rollups = {
  sum_over_time: 'sum',
  count_over_time: 'count',
  min_over_time: 'low',
  max_over_time: 'high',
} as const
const isRollup = (name: string): name is keyof typeof rollups => Object.hasOwn(rollups, name)

export function makeTimeSeries(settings: TimeSeriesSettings): TimeSeries {
  const { writeUrl, queryUrl } = settings
  const headers: Record<string, string> =
    settings.authorization === undefined ? {} : { authorization: settings.authorization }

  async function ask(url: string, body?: string | URLSearchParams): Promise<string> {
    const path = new URL(url).pathname
    try {
      const answer = await fetch(url, {
        headers,
        ...(body !== undefined && { method: 'POST', body }),
        redirect: 'error', // credentials go only to the configured address
        signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
      })
      const text = await textOf(answer)
      if (answer.ok) return text
      throw new TimeSeriesAway(
        `${path} answered ${answer.status}: ${truncate(text, REFUSAL_MAXIMUM)}`,
      )
    } catch (error) {
      if (error instanceof TimeSeriesAway) throw error
      throw new TimeSeriesAway(`${path} did not answer (${reasonOf(error)})`, { cause: error })
    }
  }

  async function totalsOf(of: SeriesOf, run: Run): Promise<Totals[]> {
    const functions = Object.keys(rollups).map((name) => `"${name}"`)
    const text = await ask(
      `${queryUrl}/api/v1/query_range`,
      new URLSearchParams({
        query: `aggr_over_time((${functions.join(',')}), ${selectorOf(of)}[${run.width}ms])`,
        // A lookbehind window includes its end but not its start.
        start: seconds(run.from + run.width - 1),
        end: seconds(run.from + run.count * run.width - 1),
        step: `${run.width}ms`,
        nocache: '1', // the store's cache would align the range to whole steps
      }),
    )
    const found = new Map<string, Totals>()
    for (const { metric, values } of matrix.parse(JSON.parse(text)).data.result) {
      if (!isRollup(metric.rollup)) continue
      for (const [at, value] of values) {
        const span = run.first + Math.floor((Math.round(at * 1000) - run.from) / run.width)
        const key = `${metric.sensor} ${span}`
        const own = found.get(key) ?? {
          sensorId: metric.sensor,
          span,
          sum: 0,
          count: 0,
          low: 0,
          high: 0,
        }
        own[rollups[metric.rollup]] = value
        found.set(key, own)
      }
    }
    return [...found.values()].filter(({ count }) => count > 0)
  }

  const store: TimeSeries = {
    async write(company, samples) {
      if (samples.length > 0) await ask(`${writeUrl}/api/v1/import`, linesOf(company, samples))
    },
    async totals(of, spans) {
      const all: Totals[] = []
      for (const part of partsOf(of))
        for (const run of runsOf(spans)) all.push(...(await totalsOf(part, run)))
      return all
    },
    async samples(of, { from, until }) {
      const all: Sample[] = []
      for (const part of partsOf(of)) {
        const text = await ask(
          `${queryUrl}/api/v1/export`,
          new URLSearchParams({
            'match[]': selectorOf(part),
            start: seconds(from),
            end: seconds(until - 1),
          }),
        )
        all.push(...samplesIn(text))
      }
      return all
    },
    async sensorsOf(company) {
      const fields = new URLSearchParams({ 'match[]': selectorOf({ company }), start: '1' }) // 0 would mean the last minutes, so the range begins later
      const text = await ask(`${queryUrl}/api/v1/series`, fields)
      const { data } = seriesNames.parse(JSON.parse(text))
      return [...new Set(data.map(({ sensor }) => sensor))]
    },
    async forget(of) {
      // A cluster uses another path for deletes.
      const url = queryUrl.replace(/\/select\/(?=[^/]+\/prometheus$)/, '/delete/')
      for (const part of partsOf(of))
        await ask(
          `${url}/api/v1/admin/tsdb/delete_series`,
          new URLSearchParams({ 'match[]': selectorOf(part) }),
        )
    },
    async flags() {
      try {
        const text = await ask(new URL('/flags', queryUrl).href)
        return new Map(
          [...text.matchAll(/^-([\w.]+)="(.*)"$/gm)].map(([, name = '', value = '']) => [
            name,
            value,
          ]),
        )
      } catch {
        return null
      }
    },
  }
  return store
}

interface Run {
  first: number
  from: number
  width: number
  count: number
}

/**
 * Merges equal spans into runs. A clock change makes one day longer or shorter, so most ranges have
 * one run or three.
 */
export function runsOf(spans: readonly Span[]): Run[] {
  const runs: Run[] = []
  for (const [index, { from, until }] of spans.entries()) {
    const last = runs.at(-1)
    const width = until - from
    if (width <= 0) continue
    const follows =
      last?.width === width &&
      last.from + last.count * width === from &&
      last.first + last.count === index
    if (follows) last.count += 1
    else runs.push({ first: index, from, width, count: 1 })
  }
  return runs
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

/** No escaping needed: the parts are a uuid, a metric name and numbers. */
function selectorOf({ company, metric, sensorIds }: SeriesOf): string {
  const labels = [`company="${company}"`]
  if (sensorIds !== undefined) labels.push(`sensor=~"${sensorIds.join('|')}"`)
  const name = metric === undefined ? `__name__=~"${PREFIX}.+",` : ''
  return `${metric === undefined ? '' : PREFIX + metric}{${name}${labels.join(',')}}`
}

function partsOf(of: SeriesOf): SeriesOf[] {
  const { sensorIds } = of
  if (sensorIds === undefined) return [of]
  const parts: SeriesOf[] = []
  for (let from = 0; from < sensorIds.length; from += SENSORS_AT_ONCE)
    parts.push({ ...of, sensorIds: sensorIds.slice(from, from + SENSORS_AT_ONCE) })
  return parts
}

function linesOf(company: string, samples: readonly (Sample & { metric: string })[]): string {
  const series = new Map<string, { values: number[]; timestamps: number[]; sensor: number }>()
  for (const { metric, sensorId, at, value } of samples) {
    const key = `${metric} ${sensorId}`
    const own = series.get(key) ?? { values: [], timestamps: [], sensor: sensorId }
    own.values.push(value)
    own.timestamps.push(at)
    series.set(key, own)
  }
  return [...series]
    .map(([key, { sensor, ...rest }]) =>
      JSON.stringify({
        metric: {
          __name__: PREFIX + key.slice(0, key.indexOf(' ')),
          company,
          sensor: String(sensor),
        },
        ...rest,
      }),
    )
    .join('\n')
}

function samplesIn(text: string): Sample[] {
  const found = new Map<number, Map<number, number>>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const { metric, values, timestamps } = exportedLine.parse(JSON.parse(line))
    const own = found.get(metric.sensor) ?? new Map<number, number>()
    for (const [index, at] of timestamps.entries()) {
      const value = values[index]
      if (typeof value === 'number') own.set(at, value)
    }
    found.set(metric.sensor, own)
  }
  return [...found].flatMap(([sensorId, own]) =>
    [...own]
      .toSorted(([one], [other]) => one - other)
      .map(([at, value]) => ({ sensorId, at, value })),
  )
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    const bytes = part as Uint8Array
    size += bytes.byteLength
    if (size > ANSWER_MAXIMUM) throw new TimeSeriesAway('it answered more than anybody asked for')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}
