/**
 * How the installation is doing, in words for a company's administrators. What is shared is said as
 * a state; what is counted is the company's own, so that nobody learns how busy others are.
 */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { instant } from './shapes.ts'

/** What /readyz asks, by name. */
export const readinessChecks = ['database', 'migrations', 'queue', 'disk'] as const
export type ReadinessCheck = (typeof readinessChecks)[number]

/** What the server does by itself, as its log and docs/operations.md name it. */
export type JobName =
  | 'calls of API keys'
  | 'calls to hooks'
  | 'checks of proved domains'
  | 'connections to the broker'
  | 'copies of readings to the time-series store'
  | 'ends of live streams'
  | 'events'
  | 'messages to people'
  | 'news of readings'
  | 'positions'
  | 'questions to the assistant'
  | 'radio maps'
  | 'readings of the demo'
  | 'removal by the rules of retention'
  | 'removal of old runs of automations'
  | 'removal of readings that the time-series store has'
  | 'removal of records whose time has come'
  | 'removal of what has had its day'
  | 'report on the jobs'
  | 'schedules'
  | 'simulator of the demo'
  | 'sums of cards'
  | 'test messages through the broker'
  | 'tidying of tables'
  | 'visits'
  | 'watch over the sensors'
  | 'watch over the zones'

const job = z.object({
  /** A `JobName` of this version or, on a page that is older than its server, of a newer one. */
  name: z.string(),
  everySeconds: z.number(),
  runs: z.number().int(),
  failures: z.number().int(),
  failuresInARow: z.number().int(),
  lastRunAt: instant.nullable(),
  lastFailureAt: instant.nullable(),
})

/** What is wrong with deliveries although connections stand. */
const brokerProblems = ['takenOver', 'testRefused', 'deliveriesLost', 'notServed'] as const
export type BrokerProblem = (typeof brokerProblems)[number]

const healthAnswer = z.object({
  version: z.string(),
  startedAt: instant,
  checks: z.record(z.enum(readinessChecks), z.boolean()),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    /** Null: it did not answer the last time. */
    milliseconds: z.number().int().nullable(),
  }),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
  /** `kept` false: the database's administrator takes its backups. */
  snapshots: z.object({ kept: z.boolean(), lastAt: instant.nullable() }),
  /** What of the company's own waits to be worked off. */
  queue: z.object({
    waiting: z.number().int(),
    oldestAt: instant.nullable(),
    failed: z.number().int(),
  }),
  deliveries: z.object({ waiting: z.number().int(), oldestAt: instant.nullable() }),
  /** Whether a mail server and an SMS gateway are set up; the outbox page of a demo counts. */
  sends: z.object({ email: z.boolean(), sms: z.boolean() }),
  /** Pages of the company that are told of changes as they happen, by this server. */
  streams: z.number().int(),
  /** The MQTT broker; null: there is none. */
  broker: z
    .object({
      url: z.string(),
      /** Of the connections that this server holds, how many stand. */
      connected: z.number().int(),
      connections: z.number().int(),
      /** Since when; null: none stands. */
      since: instant.nullable(),
      /** In the broker's words; null: all is well. */
      trouble: z.string().nullable(),
      /** False if the broker does not share subscriptions; null until it was reached. */
      shares: z.boolean().nullable(),
      problems: z.array(z.enum(brokerProblems)),
      /** The newest test messages that the server sent to itself; null if there were none yet. */
      loopback: z
        .object({ at: instant, sent: z.number().int(), returned: z.number().int() })
        .nullable(),
      /** What came with the company's own keys since the start of this server. */
      taken: z.number().int(),
      refused: z.number().int(),
      lastMessageAt: instant.nullable(),
    })
    .nullable(),
  jobs: z.array(job),
})
export type HealthAnswer = z.output<typeof healthAnswer>

export const health = {
  getHealth: query({
    method: 'GET',
    path: '/api/health',
    access: 'can:viewer|security',
    transaction: 'none',
    summary: 'How the installation is doing, and what of the company’s own waits',
    response: healthAnswer,
    reads: [],
  }),
  sendTestMail: mutation({
    method: 'POST',
    path: '/api/health/test-mail',
    access: 'can:viewer|security',
    transaction: 'none',
    summary: 'Send a test message to the asker’s own address, at once; five a quarter of an hour',
    response: z.object({
      to: z.string(),
      /** In the mail server's words; null: it took the message. */
      reason: z.string().nullable(),
    }),
    writes: [],
  }),
}
