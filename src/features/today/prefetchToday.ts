import type { Input } from '#contract/endpoint.ts'
import type { alerts } from '#contract/alerts.ts'
import type { rrules } from '#contract/rrules/rrules.ts'
import { prefetch, type Dispatch } from '#api/prefetch.ts'
import { alertCalls } from '#entities/alerts/calls.ts'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { MY_QUEUE } from '#entities/recurrence/myQueue.ts'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { MY_TICKETS } from '#entities/tickets/myTickets.ts'

/** Rows on the page; a number links to the rest. */
export const OTHERS = 10
export const MY_LATE: Input<typeof rrules.listOccurrences> = {
  body: { mine: true, states: ['late'], limit: 1 },
}
export const MY_UNSEEN: Input<typeof alerts.listAlerts> = {
  body: { isUnseen: true, limit: OTHERS, sort: '-at' },
}

export function prefetchToday(dispatch: Dispatch): void {
  const { listOccurrences } = rruleCalls.endpoints
  prefetch(
    dispatch(listOccurrences.initiate(MY_QUEUE)),
    dispatch(listOccurrences.initiate(MY_LATE)),
    dispatch(ticketCalls.endpoints.listTickets.initiate(MY_TICKETS)),
    dispatch(alertCalls.endpoints.listAlerts.initiate(MY_UNSEEN)),
  )
}
