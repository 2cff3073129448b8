/** Tickets of one batch; `cut` counts matches beyond it. Apart from the schemas, for the page. */
export const MAX_TICKET_BATCH = 500
