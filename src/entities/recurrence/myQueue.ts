import type { Input } from '#contract/endpoint.ts'
import type { rrules } from '#contract/rrules/rrules.ts'

/** The user's open occurrences. Everywhere the same query, so that the cache is shared. */
export const MY_QUEUE: Input<typeof rrules.listOccurrences> = {
  body: { mine: true, states: ['due', 'late'], limit: 200, sort: 'dueBy' },
}
