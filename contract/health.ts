/**
 * Health of the installation, for a company's administrators. Shared resources are shown as a state
 * and counts cover the own company only, so that a company cannot learn how busy others are.
 */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { instant } from './shapes.ts'

export const readinessChecks = ['database', 'migrations', 'queue', 'disk'] as const
export type ReadinessCheck = (typeof readinessChecks)[number]

export type JobName =
  | 'calls of API keys'
  | 'calls to hooks'
  | 'checks of proved domains'
  | 'connections to the broker'
  | 'copies of readings to the time-series store'
  | 'downtime of equipment'
  | 'duties'
  | 'steps of duties'
  | 'ends of live streams'
  | 'events'
  | 'events of automations'
  | 'exports of lists'
  | 'long work'
  | 'messages to people'
  | 'meters'
  | 'news of readings'
  | 'positions'
  | 'push messages'
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
  | 'followed calendars'
  | 'indexes of names'
  | 'tidying of tables'
  | 'visits'
  | 'watch over the sensors'
  | 'watch over the zones'

const job = z.object({
  /** Name of a job: a `JobName`, or an unknown name if the server is newer than the page. */
  name: z.string(),
  everySeconds: z.number(),
  runs: z.number().int(),
  failures: z.number().int(),
  failuresInARow: z.number().int(),
  lastRunAt: instant.nullable(),
  lastFailureAt: instant.nullable(),
})

const brokerProblems = ['takenOver', 'testRefused', 'deliveriesLost', 'notServed'] as const
export type BrokerProblem = (typeof brokerProblems)[number]

const healthAnswer = z.object({
  version: z.string(),
  commit: z.string().nullable(),
  startedAt: instant,
  /**
   * Releases of the tz database: `release` decides days; `runtime` is the release inside Node.js.
   */
  zones: z.object({ release: z.string(), runtime: z.string().nullable() }),
  checks: z.record(z.enum(readinessChecks), z.boolean()),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    milliseconds: z.number().int().nullable(),
  }),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
  /** `kept` is false if the database administrator makes the backups instead of the server. */
  snapshots: z.object({ kept: z.boolean(), lastAt: instant.nullable() }),
  queue: z.object({
    waiting: z.number().int(),
    oldestAt: instant.nullable(),
    failed: z.number().int(),
  }),
  deliveries: z.object({ waiting: z.number().int(), oldestAt: instant.nullable() }),
  /**
   * Whether a mail server and an SMS gateway are configured. A demo's outbox page counts as
   * configured.
   */
  sends: z.object({ email: z.boolean(), sms: z.boolean() }),
  /** Web push of the company; null while it is off. */
  push: z
    .object({
      devices: z.number().int(),
      /** Devices whose last message did not arrive. */
      failing: z.number().int(),
      waiting: z.number().int(),
      lastSuccessAt: instant.nullable(),
      /** False if push services may refuse the installation's contact, which is at localhost. */
      hasContact: z.boolean(),
    })
    .nullable(),
  /** Pages of the company with an event stream open on this server. */
  streams: z.number().int(),
  broker: z
    .object({
      url: z.string(),
      /** Connections open now, out of the `connections` that this server maintains. */
      connected: z.number().int(),
      connections: z.number().int(),
      since: instant.nullable(),
      /** The broker's error message; null if all is well. */
      trouble: z.string().nullable(),
      /** False if the broker lacks shared subscriptions; null until the first connection. */
      shares: z.boolean().nullable(),
      problems: z.array(z.enum(brokerProblems)),
      /** The latest test messages the server sent to itself; null before the first. */
      loopback: z
        .object({ at: instant, sent: z.number().int(), returned: z.number().int() })
        .nullable(),
      /** Number of messages accepted with the company's own keys since this server started. */
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
      /** The mail server's error message; null if it accepted the message. */
      reason: z.string().nullable(),
    }),
    writes: [],
  }),
}
