/**
 * The server's time as known to this device, whose own clock may be wrong. Work without a network
 * is dated by it.
 */

/** How far this device's clock is behind the server's, measured at the last answer. */
let behind = 0

/**
 * The offset by one answer's `Date` header, in ms. 0 if it lies within the header's precision:
 * whole seconds, at some time between request and answer.
 */
export function clockOffset(date: string, askedAt: number, heardAt: number): number {
  const server = Date.parse(date) + 500
  if (Number.isNaN(server)) return 0
  const offset = server - (askedAt + heardAt) / 2
  return Math.abs(offset) <= 500 + (heardAt - askedAt) / 2 ? 0 : Math.round(offset)
}

export function noteServerTime(date: unknown, askedAt: number, heardAt = Date.now()): void {
  if (typeof date === 'string') behind = clockOffset(date, askedAt, heardAt)
}

/** The present time by the server's clock. */
export const serverNow = (): Date => new Date(Date.now() + behind)
