import type { FastifyInstance } from 'fastify'
import type { AppOptions } from './appOptions.ts'
import { hasOneSession } from './db/pool.ts'
import { useSeal } from './db/sealed.ts'
import { browserCookie } from '#kernel/http/browserCookie.ts'
import { makeRateLimiter, ratesOf } from '#kernel/http/rateLimiter.ts'
import { makeFairQueue } from '#kernel/work/fairQueue.ts'
import { makeHealth } from '#kernel/work/health.ts'
import { makeJobs } from '#kernel/work/jobs.ts'
import type { Kernel } from './kernel/kernel.ts'
import { localBus, makeLive, postgresBus } from '#kernel/http/eventStream.ts'
import { makeMetrics, type Metrics } from '#kernel/work/metrics.ts'
import { makeReplica } from '#kernel/data/replica.ts'
import { withoutRequest } from '#kernel/http/requestIds.ts'
import { makeSeal } from '#kernel/access/seal.ts'
import { makeServers } from '#kernel/work/servers.ts'
import { makeStreams } from '#kernel/http/liveStreams.ts'
import { makeThreads } from '#kernel/work/threads.ts'
import { makeTokens } from '#kernel/access/tokens.ts'
import { traceTransactions } from '#kernel/data/transaction.ts'
import { listenToBroker, sendMessages } from './modules.ts'
import { makeDns } from './ports/dns.ts'
import { makeIdentities } from './ports/identity.ts'
import { filesIn } from './ports/s3Files.ts'
import { makeTimeSeries } from './ports/timeSeries.ts'
import type { Tracing } from './ports/tracing.ts'

interface Surroundings {
  http: FastifyInstance
  tracing: Tracing
  wake: Kernel['wake']
}

interface Assembled {
  kernel: Kernel
  metrics: Metrics
  listening: ReturnType<typeof listenToBroker> | null
  /** Closes connections, threads and timers. Call last. */
  close(): Promise<void>
}

/**
 * A slow read occupies a processor, so the number per company is limited. The embedded database
 * runs one statement at a time.
 */
const HEAVY_READS = {
  embedded: { atOnce: 2, perCompany: 1, waiting: 500 },
  postgres: { atOnce: 8, perCompany: 2, waiting: 500 },
}

export function makeKernel(options: AppOptions, { http, tracing, wake }: Surroundings): Assembled {
  const inBackground = (work: () => void) => {
    if (options.background) withoutRequest(work)
  }
  const { pool, clock } = options
  const seal = makeSeal(options.dataKeys)
  useSeal(seal)
  const health = makeHealth({ pool, clock, folder: options.filesFolder })
  for (const traced of [pool, options.replica])
    if (traced !== undefined) traceTransactions(traced, tracing)
  const jobs = makeJobs(http.log, clock, { tracing })
  const streams = makeStreams()
  const { release, snapshots } = options.installation ?? {
    release: { version: '0', commit: null },
    snapshots: null,
  }
  const sessions = options.sharedDatabase ? (options.sessions ?? pool) : null
  const listening =
    options.broker === undefined
      ? null
      : listenToBroker(options.broker, { clock, sessions, keys: options.dataKeys, log: http.log })
  const broker = listening?.broker ?? null
  const replica = options.replica
    ? makeReplica({ primary: pool, pool: options.replica, log: http.log })
    : null
  const metrics = makeMetrics(http, { pool, replica, health, jobs, streams, broker, release })
  const kernel: Kernel = {
    pool,
    replica,
    clock,
    tokens: makeTokens(options.tokenSecret, options.tokenMinutes, clock, options.mapToken ?? null),
    files: filesIn(options.s3, options.filesFolder),
    log: http.log,
    tracing,
    demo: options.demo,
    demoExposed: options.demoExposed ?? false,
    post: options.post,
    hooks: options.hooks,
    dns: options.dns ?? makeDns(),
    assistant: options.assistant ?? null,
    identities: makeIdentities(options.providers),
    providers: options.providers.map(({ idp }) => idp),
    mapToken: options.mapToken ?? null,
    secret: options.tokenSecret,
    seal,
    publicUrl: options.publicUrl,
    securityContact: options.securityContact ?? 'mailto:plantroom@localhost',
    pushContact: options.pushContact ?? 'mailto:plantroom@localhost',
    browserCookie: browserCookie(options.publicUrl, options.frameAncestors.length > 0),
    threads: makeThreads({ bundle: options.threadWorker }),
    rates: makeRateLimiter(ratesOf(options.callsPerSecond ?? 1e9)),
    heavyReads: makeFairQueue(hasOneSession(pool) ? HEAVY_READS.embedded : HEAVY_READS.postgres),
    streams,
    jobs,
    health,
    metrics,
    broker,
    timeSeries: options.timeSeries === undefined ? null : makeTimeSeries(options.timeSeries),
    retentionBounds: options.retentionBounds ?? {},
    installation: {
      release,
      snapshots,
      startedAt: clock.now(),
      database: options.sharedDatabase ? 'postgres' : 'embedded',
    },
    live: makeLive(
      sessions
        ? postgresBus(sessions, (error) => http.log.warn({ err: error }, 'the live bus stumbled'))
        : localBus,
    ),
    servers: makeServers(sessions, (error) =>
      http.log.warn({ err: error }, 'the servers do not hear each other'),
    ),
    wake: (companyId) => inBackground(() => wake(companyId)),
    sendSoon: () => inBackground(() => void sendNow(kernel)),
  }
  kernel.live.observe(jobs.noteChange)
  return {
    kernel,
    metrics,
    listening,
    async close() {
      await kernel.live.close()
      await kernel.servers.close()
      await kernel.threads.close()
      metrics.close()
      await replica?.close()
      await tracing.close()
    },
  }
}

const sendNow = (kernel: Kernel): Promise<void> =>
  sendMessages(kernel).catch((error: unknown) =>
    kernel.log.error({ err: error }, 'messages could not be sent'),
  )
