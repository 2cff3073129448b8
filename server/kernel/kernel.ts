/**
 * The parts of the server, assembled once in makeKernel.ts. Only modules that cross companies
 * receive it.
 */
import type pg from 'pg'
import type { RetentionBounds } from '#contract/rules/retention.ts'
import type { Id } from '#contract/ids.ts'
import type { IdentityProvider } from '#contract/auth/waysIn.ts'
import type { Assistant } from '#ports/assistant.ts'
import type { Clock } from '#ports/clock.ts'
import type { Dns } from '#ports/dns.ts'
import type { Files } from '#ports/files.ts'
import type { HookClient } from '#ports/hookClient.ts'
import type { Identities } from '#ports/identity.ts'
import type { Post } from '#ports/post.ts'
import type { TimeSeries } from '#ports/timeSeries.ts'
import type { Tracing } from '#ports/tracing.ts'
import type { Broker } from './work/brokerState.ts'
import type { BrowserCookie } from './http/browserCookie.ts'
import type { FairQueue } from './work/fairQueue.ts'
import type { Health } from './work/health.ts'
import type { Jobs } from './work/jobs.ts'
import type { Live } from './http/eventStream.ts'
import type { Metrics } from './work/metrics.ts'
import type { Replica } from './data/replica.ts'
import type { Seal } from './access/seal.ts'
import type { Servers } from './work/servers.ts'
import type { RateLimiter } from './http/rateLimiter.ts'
import type { Streams } from './http/liveStreams.ts'
import type { Threads } from './work/threads.ts'
import type { Tokens } from './access/tokens.ts'
import type { Log } from './work/log.ts'

export interface Installation {
  release: { version: string; commit: string | null }
  startedAt: Date
  database: 'embedded' | 'postgres'
  /** Null if the database's administrator takes the backups. */
  snapshots: { lastAt(): Date | null } | null
}

export interface Kernel {
  pool: pg.Pool
  replica: Replica | null
  clock: Clock
  tokens: Tokens
  files: Files
  live: Live
  /** Worker threads for work whose length a stranger decides. */
  threads: Threads
  rates: RateLimiter
  heavyReads: FairQueue
  streams: Streams
  jobs: Jobs
  health: Health
  metrics: Pick<Metrics, 'ingested' | 'pushed'>
  servers: Servers
  /** Null if gateways use HTTP alone. */
  broker: Broker | null
  /** The time-series copy of readings. Null if they are stored in the database alone. */
  timeSeries: TimeSeries | null
  retentionBounds: RetentionBounds
  installation: Installation
  log: Log
  tracing: Tracing
  post: Post
  hooks: HookClient
  dns: Dns
  /** Chooses assignees for AI agent rules. If null, the product's own matching decides alone. */
  assistant: Assistant | null
  identities: Identities
  providers: readonly IdentityProvider[]
  mapToken: string | null
  /** Key of the hashes of one-time codes: six digits cannot be guessed from a stolen table. */
  secret: string
  seal: Seal
  publicUrl: string
  browserCookie: BrowserCookie
  securityContact: string
  /** Whom push services may write to: mailto or https. */
  pushContact: string
  wake(companyId: Id<'company'>): void
  /** Sends messages that were just written. Returns at once. */
  sendSoon(): void
  demo: boolean
  /** Others can reach the demo, so its outbox page needs a sign-in. */
  demoExposed: boolean
}
