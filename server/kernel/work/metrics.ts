/**
 * Prometheus metrics. Labels are bounded: route patterns, names of jobs and formats; never ids,
 * companies or addresses.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type pg from 'pg'
import { outcomes, type Broker } from './brokerState.ts'
import type { Disk, Health } from './health.ts'
import type { Jobs } from './jobs.ts'
import type { Replica } from '#kernel/data/replica.ts'
import type { Streams } from '#kernel/http/liveStreams.ts'

export interface Metrics {
  ingested(format: string, taken: { accepted: number; ignored: number }): void
  pushed(outcome: 'sent' | 'ended' | 'refused' | 'later'): void
  contentType: string
  text(): Promise<string>
  close(): void
}

interface Observed {
  pool: pg.Pool
  replica: Pick<Replica, 'counts'> | null
  health: Health
  jobs: Jobs
  streams: Streams
  broker: Broker | null
  release: { version: string; commit: string | null }
}

const RESPONSE_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const NANOSECONDS = 1e9
/** The loop is sampled a hundred times a second, which costs an idle server, so only if read. */
const UNREAD_MILLISECONDS = 600_000

export function makeMetrics(http: FastifyInstance, observed: Observed): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name: `plantroom_${name}`, help, labelNames, registers })
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect: (gauge: Gauge<L>) => void | Promise<void>,
  ) =>
    new Gauge({
      name: `plantroom_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        return collect(this)
      },
    })

  observeRequests(http, registry, counter)
  const ingested = counter(
    'ingested_total',
    'Positions and readings that gateways sent, by the format of the report and whether taken.',
    ['format', 'outcome'],
  )
  const pushed = counter(
    'push_messages_total',
    'Requests to push services: sent, later (will be tried again or given up), refused, ended (the browser has gone).',
    ['outcome'],
  )

  const { version, commit } = observed.release
  gauge('info', 'Which version runs; always 1.', ['version', 'commit'], (set) =>
    set.set({ version, commit: commit ?? '' }, 1),
  )
  gauge(
    'zone_data_info',
    'Releases of the tz database: pinned (it decides days) and of the runtime; always 1.',
    ['release', 'runtime'],
    (set) => set.set({ release: zoneRelease, runtime: process.versions['tz'] ?? '' }, 1),
  )
  observeDatabase(observed, gauge)
  observeWork(observed, gauge)
  if (observed.replica !== null) observeReplica(observed.replica, gauge)
  if (observed.broker !== null) observeBroker(observed.broker, gauge)
  const stopLoop = observeProcess(gauge)
  return {
    ingested(format, { accepted, ignored }) {
      ingested.inc({ format, outcome: 'accepted' }, accepted)
      ingested.inc({ format, outcome: 'ignored' }, ignored)
    },
    pushed: (outcome) => pushed.inc({ outcome }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    close: stopLoop,
  }
}

type MakeGauge = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  collect: (gauge: Gauge<L>) => void | Promise<void>,
) => Gauge<L>
type MakeCounter = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
) => Counter<L>

function observeRequests(http: FastifyInstance, registry: Registry, counter: MakeCounter): void {
  const requests = counter('http_requests_total', 'Answers, by route and status.', [
    'method',
    'route',
    'status',
  ])
  const seconds = new Histogram({
    name: 'plantroom_http_request_seconds',
    help: 'How long answers took, by route; event streams, which stay open, are left out.',
    labelNames: ['method', 'route'],
    buckets: RESPONSE_SECONDS,
    registers: [registry],
  })
  http.addHook('onResponse', (request, reply, done) => {
    // Unknown addresses share one label, since strangers make them up.
    const route = request.routeOptions.url ?? 'none'
    const method = route === 'none' ? 'any' : request.method
    requests.inc({ method, route, status: String(reply.statusCode) })
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      seconds.observe({ method, route }, reply.elapsedTime / 1000)
    http.log.debug(
      { method, url: route, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) },
      'a request was answered',
    )
    done()
  })
}

function observeDatabase({ pool, health }: Observed, gauge: MakeGauge): void {
  gauge('ready', 'What /readyz asks: 1 where it is well.', ['check'], async (set) => {
    for (const [check, isWell] of Object.entries(await health.readiness()))
      set.set({ check }, isWell ? 1 : 0)
  })
  gauge('database_connections', 'Connections of the pool.', ['state'], (set) => {
    set.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    set.set({ state: 'idle' }, pool.idleCount)
  })
  gauge('database_waiting', 'Who waits for a connection of the pool.', [], (set) =>
    set.set(pool.waitingCount),
  )
  gauge('disk_bytes', 'The disk that holds DATA_DIR.', ['state'], async (set) => {
    const disk: Disk | null = await health.disk()
    if (disk === null) return
    set.set({ state: 'free' }, disk.freeBytes)
    set.set({ state: 'total' }, disk.totalBytes)
  })
}

function observeWork({ health, jobs, streams }: Observed, gauge: MakeGauge): void {
  // Omitted while the database is unreachable; `ready` states the reason.
  const unlessAway = async (set: (waiting: Awaited<ReturnType<Health['waiting']>>) => void) => {
    const waiting = await health.waiting().catch(() => null)
    if (waiting !== null) set(waiting)
  }
  gauge('queue_events', 'Events that wait to be worked off.', [], (set) =>
    unlessAway(({ events }) => set.set(events)),
  )
  gauge('queue_oldest_seconds', 'How long the oldest due event has waited.', [], (set) =>
    unlessAway(({ oldestEventSeconds }) => set.set(oldestEventSeconds)),
  )
  gauge('deliveries_waiting', 'Calls of API hooks that wait.', [], (set) =>
    unlessAway(({ deliveries }) => set.set(deliveries)),
  )
  gauge('live_streams', 'Open event streams of pages.', [], (set) => set.set(streams.count()))
  gauge('job_runs', 'Runs of a job since the start.', ['job'], (set) => {
    for (const { name, runs } of jobs.reports()) set.set({ job: name }, runs)
  })
  gauge('job_failures', 'Failed runs of a job since the start.', ['job'], (set) => {
    for (const { name, failures } of jobs.reports()) set.set({ job: name }, failures)
  })
  gauge('job_failures_in_a_row', 'Since its last success.', ['job'], (set) => {
    for (const { name, failuresInARow } of jobs.reports()) set.set({ job: name }, failuresInARow)
  })
  gauge('job_last_run_timestamp_seconds', 'When a job last began.', ['job'], (set) => {
    for (const { name, lastRunAt } of jobs.reports())
      if (lastRunAt !== null) set.set({ job: name }, Date.parse(lastRunAt) / 1000)
  })
}

function observeReplica(replica: Pick<Replica, 'counts'>, gauge: MakeGauge): void {
  gauge(
    'replica_questions',
    'What reads much, since the start: answered by the replica, or left to the database.',
    ['outcome'],
    (set) => {
      const { answered, left } = replica.counts()
      set.set({ outcome: 'answered' }, answered)
      set.set({ outcome: 'left' }, left)
    },
  )
}

function observeBroker(broker: Broker, gauge: MakeGauge): void {
  gauge(
    'broker_connections',
    'Connections to the MQTT broker that this server holds.',
    ['state'],
    (set) => {
      const { connected, connections } = broker.state()
      set.set({ state: 'up' }, connected)
      set.set({ state: 'down' }, connections - connected)
    },
  )
  gauge(
    'broker_messages',
    'Messages of the broker since the start, by what became of them.',
    ['outcome'],
    (set) => {
      for (const outcome of outcomes) set.set({ outcome }, broker.totals().get(outcome) ?? 0)
    },
  )
  gauge(
    'broker_test_messages',
    'Test messages that this server sent to itself through the MQTT broker, by outcome.',
    ['outcome'],
    (set) => {
      const { returned, lost } = broker.loopbackTotals()
      set.set({ outcome: 'returned' }, returned)
      set.set({ outcome: 'lost' }, lost)
    },
  )
  gauge('broker_last_message_timestamp_seconds', 'When the last message came.', [], (set) => {
    const at = broker.lastAt()
    if (at !== null) set.set(at.getTime() / 1000)
  })
}

function observeProcess(gauge: MakeGauge): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  const sampling = whileRead(delay)
  gauge('loop_delay_seconds', 'How late the event loop was since the last look.', ['of'], (set) => {
    sampling.noteRead()
    set.set({ of: 'middle' }, delay.percentile(50) / NANOSECONDS)
    set.set({ of: 'p99' }, delay.percentile(99) / NANOSECONDS)
    set.set({ of: 'most' }, delay.max / NANOSECONDS)
    delay.reset()
  })
  gauge('memory_bytes', 'Memory of the process.', ['of'], (set) => {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    set.set({ of: 'resident' }, rss)
    set.set({ of: 'heapUsed' }, heapUsed)
    set.set({ of: 'heapTotal' }, heapTotal)
    set.set({ of: 'external' }, external)
  })
  gauge('uptime_seconds', 'Since the start of the process.', [], (set) => set.set(process.uptime()))
  return () => sampling.close()
}

/** Enables sampling while its figures are read, and disables it ten minutes after the last read. */
export function whileRead(delay: { enable(): unknown; disable(): unknown }) {
  let unread: NodeJS.Timeout | undefined
  return {
    noteRead() {
      clearTimeout(unread)
      unread = setTimeout(() => delay.disable(), UNREAD_MILLISECONDS).unref()
      delay.enable()
    },
    close() {
      clearTimeout(unread)
      delay.disable()
    },
  }
}
