import type { Input } from '#contract/endpoint.ts'
import type { rrules } from '#contract/rrules/rrules.ts'

/** What falls to the one who asks and is open now; asked the same way wherever it is shown. */
export const MY_QUEUE: Input<typeof rrules.listOccurrences> = {
  body: { mine: true, states: ['due', 'late'], limit: 200, sort: 'dueBy' },
}
