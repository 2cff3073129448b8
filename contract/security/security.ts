/**
 * The security log: what an auditor asks about (ASVS 5.0, V16). Kept per company, for its
 * administrators.
 */
import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'
import { securityEventKinds } from './securityKinds.ts'
import { instant, listAnswer, listQuestion } from '#contract/shapes.ts'

/** How long events are kept. */
export const SECURITY_LOG_DAYS = 400
/** A file holds the newest of these; the list says how many there are. */
export const SECURITY_EXPORT_ROWS = 10_000

const who = z.object({ id: id('user'), name: z.string() })

export const securityEventRow = z.object({
  id: z.number().int(),
  at: instant,
  kind: z.enum(securityEventKinds),
  /** Whom it concerns. */
  user: who.nullable(),
  /** Who did it; null: nobody signed in, or the server. */
  by: who.nullable(),
  /** The network address: of IPv6 the /64. Null where the server did it. */
  network: z.string().nullable(),
  /** Short words by name, such as `way: password`; never a secret. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type SecurityEventRow = z.output<typeof securityEventRow>

const filter = z.object({
  kinds: z.array(z.enum(securityEventKinds)).max(securityEventKinds.length).optional(),
  /** Whom it concerns or who did it. */
  userId: id('user').optional(),
})

export const security = {
  getSecurityTxt: query({
    method: 'GET',
    path: '/.well-known/security.txt',
    access: 'public',
    wire: 'stream',
    transaction: 'none',
    summary: 'Where to tell of a weakness (RFC 9116)',
    response: z.string(),
    reads: [],
  }),
  listSecurityEvents: query({
    method: 'POST',
    path: '/api/security-log/get',
    access: 'can:viewer|security',
    summary:
      'Sign-ins, refusals, second steps, rights, keys, exports and views of personal data, newest first',
    body: listQuestion(['at']).omit({ search: true }).extend(filter.shape).strict(),
    response: listAnswer(securityEventRow),
    reads: ['SecurityEvent'],
  }),
  exportSecurityEvents: query({
    method: 'POST',
    path: '/api/security-log/export',
    access: 'can:viewer|security',
    takesTurn: true,
    wire: 'stream',
    transaction: 'none',
    security: 'exported',
    summary: `The newest ${SECURITY_EXPORT_ROWS} of them as CSV`,
    body: filter.strict(),
    response: z.string(),
    reads: [],
  }),
}
