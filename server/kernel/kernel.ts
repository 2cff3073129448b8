/**
 * What the house is made of, put together once in app.ts. Modules that cross companies receive it;
 * others never do.
 */
import type pg from 'pg'
import type { RetentionBounds } from '#contract/rules/retention'
import type { Id } from '#contract/ids'
import type { IdentityProvider } from '#contract/waysIn'
import type { Assistant } from '../ports/assistant.ts'
import type { Clock } from '../ports/clock.ts'
import type { Dns } from '../ports/dns.ts'
import type { Files } from '../ports/files.ts'
import type { HookClient } from '../ports/hookClient.ts'
import type { Identities } from '../ports/identity.ts'
import type { Post } from '../ports/post.ts'
import type { TimeSeries } from '../ports/timeSeries.ts'
import type { Tracing } from '../ports/tracing.ts'
import type { Broker } from './broker.ts'
import type { BrowserCookie } from './browser.ts'
import type { FairTurns } from './fairTurns.ts'
import type { Health } from './health.ts'
import type { Jobs } from './jobs.ts'
import type { Live } from './live.ts'
import type { Metrics } from './metrics.ts'
import type { Replica } from './replica.ts'
import type { Seal } from './seal.ts'
import type { Servers } from './servers.ts'
import type { CallRates } from './callRates.ts'
import type { Streams } from './streams.ts'
import type { Threads } from './threads.ts'
import type { Tokens } from './tokens.ts'
import type { Log } from './log.ts'

/** What runs, for whoever keeps it. */
export interface Installation {
  version: string
  startedAt: Date
  database: 'embedded' | 'postgres'
  /** Null: the database's administrator takes its backups. */
  snapshots: { lastAt(): Date | null } | null
}

export interface Kernel {
  pool: pg.Pool
  /** Answers what reads much; null: there is none. */
  replica: Replica | null
  clock: Clock
  tokens: Tokens
  files: Files
  live: Live
  /** For work whose length a stranger decides. */
  threads: Threads
  rates: CallRates
  /** Turns of the calls that read much (`takesTurn` in contract/endpoint.ts). */
  heavyReads: FairTurns
  streams: Streams
  /** What the server does by itself, now and then. */
  jobs: Jobs
  health: Health
  metrics: Pick<Metrics, 'ingested'>
  /** The others on this database, and what is this one's to do. */
  servers: Servers
  /** Null: gateways come by HTTP alone. */
  broker: Broker | null
  /** Where readings go on to; null: they rest in the database alone. */
  timeSeries: TimeSeries | null
  /** Within which companies choose how long what grows is kept. */
  retentionBounds: RetentionBounds
  installation: Installation
  log: Log
  /** Where the time of what is done went. */
  tracing: Tracing
  post: Post
  hooks: HookClient
  dns: Dns
  /** Chooses among people for AI agent rules; null: the house's own matcher alone. */
  assistant: Assistant | null
  identities: Identities
  /** Providers this installation is configured for. */
  providers: readonly IdentityProvider[]
  /** The map vendor's public token; null: none. */
  mapToken: string | null
  /** Keys the hashes of one-time codes, so that a stolen table does not give six digits away. */
  secret: string
  /** Seals secrets at rest (the installation's data key). */
  seal: Seal
  /** Where people reach the page, for links in messages; without a trailing slash. */
  publicUrl: string
  browserCookie: BrowserCookie
  /** Where to tell of a weakness (RFC 9116). */
  securityContact: string
  /** Wakes the outbox's worker after a commit of this company's. */
  wake(companyId: Id<'company'>): void
  /** Sends the messages that were just written, without waiting for it. */
  sendSoon(): void
  /** Demo mode: the login page offers the demo people. */
  demo: boolean
  /** Others can reach the demo: its outbox is for the signed-in alone. */
  demoExposed: boolean
}
