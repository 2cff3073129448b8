import type { Input } from '#contract/endpoint.ts'
import type { tickets } from '#contract/tickets.ts'

/** Query of the user's open tickets. Shared by all screens, so that the cache is shared. */
export const MY_TICKETS: Input<typeof tickets.listTickets> = {
  body: {
    assigned: 'me',
    categories: ['open', 'inProgress', 'waiting'],
    limit: 50,
    sort: 'openedAt',
  },
}

const FIRST = 50

export const timelineOf = (
  id: number,
  limit = FIRST,
): Input<typeof tickets.listTicketTimeline> => ({ params: { id }, body: { limit, offset: 0 } })
