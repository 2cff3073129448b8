/**
 * Retention: how long growing data is kept, its current size, and the minimum periods. Row counts
 * are the company's own; byte sizes are an estimate from its share of a table.
 */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { retentionKinds, type RetentionKind } from './rules/retention.ts'
import { instant, version } from './shapes.ts'

const kind = z.enum(Object.keys(retentionKinds) as [RetentionKind, ...RetentionKind[]])

const tableSize = z.object({
  name: z.string(),
  rows: z.number().int(),
  /**
   * Rows are counted up to `RETENTION_COUNTED`; above it the database's statistics give an
   * estimate.
   */
  isEstimate: z.boolean(),
  bytes: z.number(),
  oldestAt: instant.nullable(),
})
export type TableSize = z.output<typeof tableSize>

/** Data deleted after a fixed time that no company can change. */
export const fixedRetention = ['sessions', 'messages', 'uploads', 'answers', 'securityLog'] as const
export const keptForGood = ['signedLogs', 'performances', 'work', 'words', 'sums'] as const
export type FixedRetention = (typeof fixedRetention)[number]
export type KeptForGood = (typeof keptForGood)[number]

const retentionAnswer = z.object({
  version,
  /**
   * A change takes effect one day after it was made, so a mistake can be undone. Null if it is in
   * effect.
   */
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

/** The server also checks the installation's own bounds. */
const days = z.partialRecord(kind, z.number().int().min(1).max(36_500))

/** Maximum rows counted per kind; a larger count is reported as "more than". */
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
