/** Bounds that the page says in words before the server refuses. */

/**
 * Ids in one list: more than this a person cannot have meant one by one, and a query with eight
 * such lists is slow.
 */
export const MAX_IDS = 500

/** Tags on one thing. */
export const MAX_TAGS = 100

/**
 * What the product keeps dates of; beyond it neither the database's nor JavaScript's dates can be
 * relied on.
 */
export const EARLIEST_DAY = '1970-01-01'
export const LATEST_DAY = '2199-12-31'
export const LATEST_INSTANT = `${LATEST_DAY}T23:59:59.999Z`

/** Whether a date, or a date and time that begins with one, lies in the years 1970 to 2199. */
export const isInReach = (date: string): boolean =>
  date.slice(0, 10) >= EARLIEST_DAY && date.slice(0, 10) <= LATEST_DAY
