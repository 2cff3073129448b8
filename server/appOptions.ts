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
  /**
   * Connections with a session of their own. Defaults to the pool; required behind a transaction
   * pooler.
   */
  sessions?: pg.Pool
  replica?: pg.Pool | undefined
  /** If true, several servers may share the database, so the event stream uses LISTEN/NOTIFY. */
  sharedDatabase: boolean
  clock: Clock
  tokenSecret: string
  /** Keys that encrypt stored secrets, 32 bytes each: the current key first, then earlier keys. */
  dataKeys: readonly Buffer[]
  tokenMinutes: number
  post: Post
  hooks: HookClient
  /** Omit to use the machine's name servers. */
  dns?: Dns | undefined
  /** If omitted, the server's own matcher decides AI assignment rules. */
  assistant?: Assistant | undefined
  providers: ProviderSettings[]
  mapToken?: string | undefined
  /** If omitted, gateways use HTTP only. */
  broker?: BrokerSettings | undefined
  /** If omitted, readings stay in the database. */
  timeSeries?: TimeSeriesSettings | undefined
  publicUrl: string
  /** Contact for vulnerability reports: `mailto:` or `https:`. */
  securityContact?: string | undefined
  pushContact?: string | undefined
  /** If omitted, traces are disabled. */
  tracing?: Tracing | undefined
  filesFolder: string
  /** If omitted, files are stored in `filesFolder`. */
  s3?: S3Settings | undefined
  /** If omitted, the product's bounds apply. */
  retentionBounds?: RetentionBounds
  installation?: Pick<Installation, 'release' | 'snapshots'>
  /** Bearer token for /metrics. If omitted, only this machine may read it. */
  metricsToken?: string | undefined
  demo: boolean
  /** Others can reach the demo, so its outbox requires a session. */
  demoExposed?: boolean
  /** Rate limit per user or API key. If omitted, unlimited. */
  callsPerSecond?: number
  /** Addresses whose X-Forwarded-For is trusted. If omitted, this machine's. */
  trustedProxies?: string[]
  apiDocs?: boolean
  /**
   * URL of the bundled server/threadWorker.ts. If omitted, next to the bundled server, or the
   * source.
   */
  threadWorker?: URL
  arrival?: Partial<Arrival>
  frameAncestors: string[]
  logLevel: string
  logTo?: { write(line: string): void } | undefined
  /** The built page. If omitted, only the API is served. */
  pageFolder?: string
  /** False in tests that drain the outbox by hand. */
  background: boolean
}

/** Milliseconds for the headers, the whole request, and an idle connection. */
export interface Arrival {
  headers: number
  request: number
  silence: number
  checkedEvery: number
}
