/** Bounds that the page explains to the user before the server refuses the request. */

/** Ids in one list. A query with eight longer lists is slow. */
export const MAX_IDS = 500

export const MAX_TAGS = 100

/** Range of stored dates. Beyond it, PostgreSQL's and JavaScript's dates are unreliable. */
export const EARLIEST_DAY = '1970-01-01'
export const LATEST_DAY = '2199-12-31'
export const LATEST_INSTANT = `${LATEST_DAY}T23:59:59.999Z`

/** Range of days about equipment, such as manufacture, purchase and end of warranty. */
export const EARLIEST_DAY_OF_THINGS = '1800-01-01'
export const isAllowedDay = (day: string): boolean =>
  day >= EARLIEST_DAY_OF_THINGS && day <= LATEST_DAY

/** `date` is a date, or a date and time that begins with one. */
export const isInReach = (date: string): boolean =>
  date.slice(0, 10) >= EARLIEST_DAY && date.slice(0, 10) <= LATEST_DAY
