/**
 * How long what grows by itself is kept, how much of it there is, and what nobody may shorten. Rows
 * are the company's own; sizes are its share of a table, and so an estimate.
 */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { retentionKinds, type RetentionKind } from './rules/retention.ts'
import { instant, version } from './shapes.ts'

const kind = z.enum(Object.keys(retentionKinds) as [RetentionKind, ...RetentionKind[]]) // its own keys

const tableSize = z.object({
  /** As the database calls it. */
  name: z.string(),
  rows: z.number().int(),
  /** Counted up to a bound, then told by the database's statistics. */
  isEstimate: z.boolean(),
  bytes: z.number(),
  /** When the first row that is still there was written. */
  oldestAt: instant.nullable(),
})
export type TableSize = z.output<typeof tableSize>

/** What goes after a time that no company chooses. */
export const fixedRetention = ['sessions', 'messages', 'uploads', 'answers', 'securityLog'] as const
/** What stays as long as the company does, each with its reason. */
export const keptForGood = ['signedLogs', 'performances', 'work', 'words', 'sums'] as const
export type FixedRetention = (typeof fixedRetention)[number]
export type KeptForGood = (typeof keptForGood)[number]

const retentionAnswer = z.object({
  version,
  /** A change counts a day after it was made, so that a mistake can be taken back; null: it does. */
  countsFrom: instant.nullable(),
  rules: z.array(
    z.object({
      kind,
      days: z.number().int(),
      usual: z.number().int(),
      minimum: z.number().int(),
      maximum: z.number().int(),
      tables: z.array(tableSize),
    }),
  ),
  fixed: z.array(
    z.object({
      key: z.enum(fixedRetention),
      days: z.number().int(),
      tables: z.array(tableSize),
    }),
  ),
  kept: z.array(z.object({ key: z.enum(keptForGood), tables: z.array(tableSize) })),
})
export type RetentionAnswer = z.output<typeof retentionAnswer>

/** Bounds are the installation's, and are looked at by the server. */
const days = z.partialRecord(kind, z.number().int().min(1).max(36_500))

/** What is counted of one kind; more is said to be more. */
export const RETENTION_COUNTED = 100_000

export const retention = {
  getRetention: query({
    method: 'GET',
    path: '/api/retention',
    access: 'can:editor|company',
    summary: 'What is kept how long, with rows, size and the oldest row of each table',
    response: retentionAnswer,
    reads: ['Company'],
  }),
  previewRetention: query({
    method: 'POST',
    path: '/api/retention/preview',
    access: 'can:editor|company',
    summary: 'How many rows these days would remove now; counting ends at 100,000 of a kind',
    body: z.strictObject({ days }),
    response: z.array(z.object({ kind, rows: z.number().int(), isMore: z.boolean() })),
    reads: ['Company'],
  }),
  setRetention: mutation({
    method: 'PUT',
    path: '/api/retention',
    access: 'can:editor|company',
    security: 'settingsChanged',
    confirmed: true,
    summary: 'Change how long the given kinds are kept; counts from a day later; 409 when stale',
    body: z.strictObject({ version, days }),
    response: retentionAnswer,
    writes: ['Company', 'Journal'],
  }),
}
