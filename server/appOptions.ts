/** What a server is put together from; main.ts reads it from the settings, tests say it themselves. */
import type pg from 'pg'
import type { RetentionBounds } from '#contract/rules/retention.ts'
import type { Installation } from './kernel/kernel.ts'
import type { Assistant } from './ports/assistant.ts'
import type { BrokerSettings } from './ports/mqtt/broker.ts'
import type { Clock } from './ports/clock.ts'
import type { Dns } from './ports/dns.ts'
import type { HookClient } from './ports/hookClient.ts'
import type { ProviderSettings } from './ports/identity.ts'
import type { Post } from './ports/post.ts'
import type { S3Settings } from './ports/s3Files.ts'
import type { TimeSeriesSettings } from './ports/timeSeries.ts'
import type { Tracing } from './ports/tracing.ts'

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
  /** Omit to ask the machine's name servers. */
  dns?: Dns | undefined
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
export interface Arrival {
  headers: number
  request: number
  silence: number
  checkedEvery: number
}
