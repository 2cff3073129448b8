/**
 * Puts the house together: kernel, modules, page. Listens to nothing; main.ts and the tests decide
 * that.
 */
import { setTimeout as wait } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { RetentionBounds } from '#contract/rules/retention'
import { keepDemoReadings } from './demo/readings.ts'
import { refuseHugeText } from './kernel/bodySize.ts'
import { browserCookie } from './kernel/browser.ts'
import { servePage } from './page.ts'
import { trusts } from './trustedProxies.ts'
import { useSeal } from './db/sealed.ts'
import { keepTables } from './kernel/tidyTables.ts'
import { answerFaults } from './kernel/faults.ts'
import { makeHealth } from './kernel/health.ts'
import { keepReporting, makeJobs } from './kernel/jobs.ts'
import type { Installation, Kernel } from './kernel/kernel.ts'
import { makeReplica } from './kernel/replica.ts'
import { loggedError } from './kernel/logErrors.ts'
import { makeLive, localBus, postgresBus } from './kernel/live.ts'
import { makeMetrics } from './kernel/metrics.ts'
import type { Mounted } from './kernel/mount.ts'
import { openApiOf } from './kernel/openapi.ts'
import { startOutbox, type Outbox } from './kernel/outbox.ts'
import { nameRequests, requestIdNow, requestIdOf, withoutRequest } from './kernel/requestIds.ts'
import { makeSeal } from './kernel/seal.ts'
import { makeServers } from './kernel/servers.ts'
import { makeCallRates, ratesOf } from './kernel/callRates.ts'
import { keepStreamsHonest, makeStreams } from './kernel/streams.ts'
import { makeThreads } from './kernel/threads.ts'
import { makeTokens } from './kernel/tokens.ts'
import { traceTransactions } from './kernel/transaction.ts'
import { serveHealth } from './healthRoutes.ts'
import {
  keepAsking,
  keepDelivering,
  keepKeyCalls,
  keepPositions,
  keepRetention,
  keepRetentionRules,
  keepRuns,
  keepSchedules,
  keepSending,
  keepSimulator,
  keepSums,
  keepVisits,
  keepWatching,
  keepReadingsCopied,
  listenToBroker,
  startCleanUp,
  mountModules,
  readCommonPasswords,
  sendMessages,
  writeCalls,
  reactions,
  resumeJobs,
} from './modules.ts'
import type { Assistant } from './ports/assistant.ts'
import type { BrokerSettings } from './ports/broker.ts'
import type { Clock } from './ports/clock.ts'
import { filesIn, type S3Settings } from './ports/s3Files.ts'
import type { HookClient } from './ports/hookClient.ts'
import { makeIdentities, type ProviderSettings } from './ports/identity.ts'
import type { Post } from './ports/post.ts'
import { makeTimeSeries, type TimeSeriesSettings } from './ports/timeSeries.ts'
import { noTracing, type Tracing } from './ports/tracing.ts'

export interface AppOptions {
  pool: pg.Pool
  /** Whose connections keep a session; the pool itself unless its own are lent by a pooler. */
  sessions?: pg.Pool
  /** Of a read-only replica; closed with the app. */
  replica?: pg.Pool | undefined
  /** True: several servers may share the database, so the event stream goes through LISTEN/NOTIFY. */
  sharedDatabase: boolean
  clock: Clock
  tokenSecret: string
  /**
   * Seal secrets at rest: the present key first, then those of before a rotation. 32 bytes each.
   */
  dataKeys: readonly Buffer[]
  tokenMinutes: number
  post: Post
  hooks: HookClient
  /** Absent: AI agent rules are decided by the house's own matcher alone. */
  assistant?: Assistant | undefined
  providers: ProviderSettings[]
  /** The map vendor's public token. */
  mapToken?: string | undefined
  /** The MQTT broker that gateways publish to; absent: they come by HTTP alone. */
  broker?: BrokerSettings | undefined
  /** The store that readings go on to; absent: they rest in the database alone. */
  timeSeries?: TimeSeriesSettings | undefined
  publicUrl: string
  /** Where to tell of a weakness: `mailto:` or `https:`. */
  securityContact?: string | undefined
  /** Absent: nobody asked for traces. */
  tracing?: Tracing | undefined
  filesFolder: string
  /** The bucket that files lie in; absent: the folder has them. */
  s3?: S3Settings | undefined
  /** Absent: what the product allows. */
  retentionBounds?: RetentionBounds
  /** Absent: what a test has no need to say. */
  installation?: Pick<Installation, 'version' | 'snapshots'>
  /** Asked of whoever reads /metrics; absent: read on this machine alone. */
  metricsToken?: string | undefined
  demo: boolean
  /**
   * The demo may be reached by others, so what it shows beside the sign-in page asks for a session.
   */
  demoExposed?: boolean
  /** What one person or API key may ask of this server; absent: no end. */
  callsPerSecond?: number
  /** Whose X-Forwarded-For counts; absent: this machine's. */
  trustedProxies?: string[]
  /** Absent: shown. */
  apiDocs?: boolean
  /** Where server/threadWorker.ts is bundled; absent: beside the bundled server, or from its source. */
  threadWorker?: URL
  /** How long a request may take to arrive. */
  arrival?: Partial<Arrival>
  frameAncestors: string[]
  logLevel: string
  /** Where the log goes; the standard output otherwise. */
  logTo?: { write(line: string): void } | undefined
  /** The built page; without it only the API is served. */
  pageFolder?: string
  /** False in tests that drain the outbox by hand. */
  background: boolean
}

/**
 * In milliseconds: the headers, the whole of a request, and how long a connection may say nothing.
 */
interface Arrival {
  headers: number
  request: number
  silence: number
  checkedEvery: number
}
const ARRIVAL: Arrival = { headers: 15_000, request: 120_000, silence: 90_000, checkedEvery: 5_000 }

export interface App {
  http: FastifyInstance
  kernel: Kernel
  outbox: Outbox
  mounted: Mounted
  close(): Promise<void>
}

/** What the server does by itself; docs/operations.md says what each is for. */
const JOBS: readonly ((kernel: Kernel) => void)[] = [
  keepSending,
  keepDelivering,
  keepAsking,
  keepRuns,
  startCleanUp,
  keepRetention,
  keepRetentionRules,
  keepKeyCalls,
  keepPositions,
  keepStreamsHonest,
  keepSimulator,
  keepDemoReadings,
  keepSchedules,
  keepSums,
  keepVisits,
  keepWatching,
  keepReadingsCopied,
  keepReporting,
  keepTables,
]

const BODY_MAXIMUM = 2 * 1024 * 1024

export async function makeApp(options: AppOptions): Promise<App> {
  const arrival = { ...ARRIVAL, ...options.arrival }
  const tracing = options.tracing ?? noTracing
  const http = Fastify({
    requestTimeout: arrival.request,
    connectionTimeout: arrival.silence,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: arrival.headers, connectionsCheckingInterval: arrival.checkedEvery },
    // The specification writes some of its addresses with a slash at their end (section 7).
    routerOptions: { ignoreTrailingSlash: true },
    // a machine busy with other work starts slowly; it must not be refused for that
    pluginTimeout: 120_000,
    bodyLimit: BODY_MAXIMUM,
    genReqId: requestIdOf,
    trustProxy: trusts(options.trustedProxies ?? ['loopback']),
    forceCloseConnections: 'idle',
    // The authorization header and the query string (which may hold ?token=) never reach a log.
    logger: {
      level: options.logLevel,
      mixin: () => ({ ...requestIdNow(), ...traceIdIn(tracing) }),
      ...(options.logTo && { stream: options.logTo }),
      serializers: {
        err: (error) => ({ ...loggedError(error) }),
        req: (request) => ({ method: request.method, url: request.url.split('?')[0] }),
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
  })
  nameRequests(http)
  const seal = makeSeal(options.dataKeys)
  useSeal(seal)
  const { pool, clock } = options
  const health = makeHealth({ pool, clock, folder: options.filesFolder })
  for (const traced of [pool, options.replica])
    if (traced !== undefined) traceTransactions(traced, tracing)
  const jobs = makeJobs(http.log, clock, { tracing })
  const streams = makeStreams()
  const { version, snapshots } = options.installation ?? { version: '0', snapshots: null }
  const sessions = options.sharedDatabase ? (options.sessions ?? pool) : null
  const listening =
    options.broker === undefined ? null : listenToBroker(options.broker, { clock, sessions })
  const broker = listening?.broker ?? null
  const replica = options.replica
    ? makeReplica({ primary: pool, pool: options.replica, log: http.log })
    : null
  const metrics = makeMetrics(http, { pool, replica, health, jobs, streams, broker, version })
  const kernel: Kernel = {
    pool: options.pool,
    replica,
    clock: options.clock,
    tokens: makeTokens(
      options.tokenSecret,
      options.tokenMinutes,
      options.clock,
      options.mapToken ?? null,
    ),
    files: filesIn(options.s3, options.filesFolder),
    log: http.log,
    tracing,
    demo: options.demo,
    demoExposed: options.demoExposed ?? false,
    post: options.post,
    hooks: options.hooks,
    assistant: options.assistant ?? null,
    identities: makeIdentities(options.providers),
    providers: options.providers.map(({ idp }) => idp),
    mapToken: options.mapToken ?? null,
    secret: options.tokenSecret,
    seal,
    publicUrl: options.publicUrl,
    securityContact: options.securityContact ?? 'mailto:plantroom@localhost',
    browserCookie: browserCookie(options.publicUrl, options.frameAncestors.length > 0),
    threads: makeThreads({ bundle: options.threadWorker }),
    rates: makeCallRates(ratesOf(options.callsPerSecond ?? 1e9)),
    streams,
    jobs,
    health,
    metrics,
    broker,
    timeSeries: options.timeSeries === undefined ? null : makeTimeSeries(options.timeSeries),
    retentionBounds: options.retentionBounds ?? {},
    installation: {
      version,
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
    wake: (companyId) => {
      if (options.background) withoutRequest(() => outbox.wake(companyId))
    },
    sendSoon: () => {
      if (options.background)
        withoutRequest(
          () =>
            void sendMessages(kernel).catch((error: unknown) =>
              http.log.error({ err: error }, 'messages could not be sent'),
            ),
        )
    },
  }
  const mounted: Mounted = []
  answerFaults(http, http.log)
  await protect(
    http,
    options.frameAncestors,
    options.providers.map(({ issuer }) => new URL(issuer).origin),
    options.mapToken !== undefined,
    options.publicUrl.startsWith('https:'),
  )
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, text: string, done) => {
      try {
        refuseHugeText(text)
      } catch (error) {
        done(error as Error) // a refusal, and nothing else
        return
      }
      void parse(request, text, done)
    },
  )
  await http.register(multipart)
  await http.register(cookie)
  http.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
  serveHealth(http, { health, metrics, metricsToken: options.metricsToken })
  mountModules(http, kernel, mounted)
  if (options.apiDocs !== false)
    await http.register(async (docs) => {
      await docs.register(swagger, {
        mode: 'static',
        specification: { document: openApiOf(mounted) as never },
      }) // its type wants literals
      await docs.register(swaggerUi, { routePrefix: '/api/docs' })
    })
  await servePage(http, options.pageFolder, {
    frameAncestors: options.frameAncestors,
    isDemo: options.demo,
  })
  const outbox = startOutbox(kernel, reactions, {
    poll: options.background,
    workers: COMPANIES_AT_ONCE,
  })
  if (options.background)
    void readCommonPasswords().catch((error: unknown) =>
      http.log.error({ err: error }, 'the common passwords could not be read'),
    )
  if (options.background)
    void resumeJobs(kernel).catch((error: unknown) =>
      http.log.error({ err: error }, 'unfinished imports could not be resumed'),
    )
  if (options.background) for (const keep of JOBS) keep(kernel)
  await listening?.start(kernel)
  return {
    http,
    kernel,
    outbox,
    mounted,
    async close() {
      // together: the outbox's look now and then is a job, and lasts until the outbox stops
      await Promise.all([kernel.jobs.stop().then(listening?.close), outbox.stop()])
      kernel.streams.endAll()
      await closeKindly(http)
      if (options.background)
        await writeCalls(kernel).catch((error: unknown) =>
          http.log.warn({ err: error }, 'the last calls of API keys were not counted'),
        )
      await kernel.live.close()
      await kernel.servers.close()
      await kernel.threads.close()
      metrics.close()
      await replica?.close()
      await tracing.close()
    },
  }
}

function traceIdIn(tracing: Tracing): { traceId?: string } {
  const traceId = tracing.traceIdNow()
  return traceId === undefined ? {} : { traceId }
}

/**
 * As many companies have their events answered at the same time: a connection of the pool each. On
 * the embedded database they stand in line side by side rather than one behind the other.
 */
const COMPANIES_AT_ONCE = 4

/** Requests under way are given this long when the server stops. */
const GRACE_MILLISECONDS = 10_000

/** Takes no new requests, lets those under way be answered, and cuts what does not end. */
async function closeKindly(http: FastifyInstance): Promise<void> {
  let isClosed = false
  const closed = http.close().finally(() => {
    isClosed = true
  })
  for (const deadline = performance.now() + GRACE_MILLISECONDS; !isClosed;) {
    // A connection that has had its answer would wait for the next request.
    if (performance.now() < deadline) http.server.closeIdleConnections()
    else http.server.closeAllConnections()
    await Promise.race([closed, wait(50)])
  }
  await closed
}

/** Whom the page may ask when its map is Mapbox's. */
const MAP_VENDOR = [
  'https://api.mapbox.com',
  'https://events.mapbox.com',
  'https://*.tiles.mapbox.com',
]

async function protect(
  http: FastifyInstance,
  frameAncestors: string[],
  providers: string[],
  hasVendorMap: boolean,
  isEncrypted: boolean,
): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...providers, ...(hasVendorMap ? MAP_VENDOR : [])],
        // antd writes its styles at run time; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // A stored PDF is shown from memory; nothing of another origin is.
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'", ...frameAncestors],
      },
    },
    // frame-ancestors above says it better, and with more than one origin.
    // Where people come by https, no browser of theirs tries http again for two years.
    xFrameOptions: false,
    strictTransportSecurity: isEncrypted ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
  })
}
