/**
 * The server's time, as this device knows it: its own clock may be wrong, and what it did without a
 * network is dated by it.
 */

/** How far this device's clock is behind the server's; measured at the last answer. */
let behind = 0

/**
 * What the `Date` of one answer says, in milliseconds; 0 where that is less than it can tell. The
 * header knows whole seconds, and somewhere between asking and hearing it was true.
 */
export function measured(date: string, askedAt: number, heardAt: number): number {
  const server = Date.parse(date) + 500
  if (Number.isNaN(server)) return 0
  const offset = server - (askedAt + heardAt) / 2
  return Math.abs(offset) <= 500 + (heardAt - askedAt) / 2 ? 0 : Math.round(offset)
}

export function noteServerTime(date: unknown, askedAt: number, heardAt = Date.now()): void {
  if (typeof date === 'string') behind = measured(date, askedAt, heardAt)
}

/** Now, by the server's clock. */
export const serverNow = (): Date => new Date(Date.now() + behind)
