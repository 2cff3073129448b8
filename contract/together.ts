/**
 * Several queries of a page in one request and one transaction, so that the session and its rights
 * are loaded once. The queries apply their own rights.
 */
import { z } from 'zod'
import { query } from './endpoint.ts'

const question = z
  .object({
    calls: z
      .array(
        z.strictObject({
          method: z.enum(['GET', 'POST']),
          /** With its query string. */
          path: z.string().max(8_000),
          body: z.unknown().optional(),
        }),
      )
      .min(1)
      .max(20),
  })
  .strict()

/**
 * In the order of the calls. Null for a call that failed or is not read together; the page then
 * sends it alone, and gets its refusal.
 */
const answers = z.object({
  answers: z.array(z.object({ body: z.unknown() }).nullable()),
})

export const together = {
  readTogether: query({
    method: 'POST',
    path: '/api/reads',
    access: 'session',
    duringSetUp: true,
    summary: 'Several queries in one call and one transaction',
    body: question,
    response: answers,
    reads: [],
  }),
  readMuchTogether: query({
    method: 'POST',
    path: '/api/reads/heavy',
    access: 'session',
    readsMuch: true,
    summary: 'Several heavy queries, such as the cards of a dashboard, in one call and one turn',
    body: question,
    response: answers,
    reads: [],
  }),
}
