import type { Input } from '#contract/endpoint.ts'
import type { tickets } from '#contract/tickets.ts'

/** What is given to the one who asks and not closed; asked the same way wherever it is shown. */
export const MY_TICKETS: Input<typeof tickets.listTickets> = {
  body: {
    assigned: 'me',
    categories: ['open', 'inProgress', 'waiting'],
    limit: 50,
    sort: 'openedAt',
  },
}

const FIRST = 50

/** A ticket's timeline from its newest entry on, as far as it is shown at first. */
export const timelineOf = (
  id: number,
  limit = FIRST,
): Input<typeof tickets.listTicketTimeline> => ({ params: { id }, body: { limit, offset: 0 } })
