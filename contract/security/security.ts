/** The security log for auditors (ASVS 5.0, V16), per company, for its administrators. */
import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'
import { securityEventKinds } from './securityKinds.ts'
import { instant, listAnswer, listQuestion } from '#contract/shapes.ts'

/** Days. */
export const SECURITY_LOG_DAYS = 400

const who = z.object({ id: id('user'), name: z.string() })

export const securityEventRow = z.object({
  id: z.number().int(),
  at: instant,
  kind: z.enum(securityEventKinds),
  user: who.nullable(),
  /** The acting user; null for a caller without a session, or the server. */
  by: who.nullable(),
  /** The network address; for IPv6 the /64. Null for the server. */
  network: z.string().nullable(),
  /** Short values by name, such as `way: password`; never a secret. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type SecurityEventRow = z.output<typeof securityEventRow>

const filter = z.object({
  kinds: z.array(z.enum(securityEventKinds)).max(securityEventKinds.length).optional(),
  /** Matches the affected and the acting user. */
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
}
