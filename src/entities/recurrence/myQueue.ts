import type { Input } from '#contract/endpoint.ts'
import type { rrules } from '#contract/rrules/rrules.ts'

/** Query of the user's open occurrences. Shared by all screens, so that the cache is shared. */
export const MY_QUEUE: Input<typeof rrules.listOccurrences> = {
  body: { mine: true, states: ['due', 'late'], limit: 200, sort: 'dueBy' },
}
