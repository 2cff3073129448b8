/**
 * How far a gateway's clock is behind ours, judged from when its reports arrive. The least that lies
 * between stamp and arrival is the clock's own; what a report took longer is its way.
 */
export interface GatewayClock {
  /** Milliseconds that its clock is behind; 0: it goes right. */
  behind: number
  /** Of the latest reports, what lay between their newest stamp and their arrival. */
  recent: { at: number; lag: number }[]
}

/** A way through a network, and a clock that is set now and then. */
const RIGHT = 3_000
const REMEMBERED = 4
/** Reports that agree for so long are no backlog: that one shrinks as it is sent. */
const AGREED = 10_000

/** Takes the newest stamp of one report in. `before` null: the first that is heard of it. */
export function judged(before: GatewayClock | null, stamped: number, now: number): GatewayClock {
  const lag = now - stamped
  if (before === null) return { behind: offsetOf(lag), recent: [{ at: now, lag }] }
  const recent = [...before.recent.slice(1 - REMEMBERED), { at: now, lag }]
  const lags = recent.map((one) => one.lag)
  const least = Math.min(...lags)
  // Nothing arrives before it was sent.
  if (lag < before.behind) return { behind: offsetOf(lag), recent }
  const doAgree =
    recent.length === REMEMBERED &&
    now - (recent[0]?.at ?? now) >= AGREED &&
    Math.max(...lags) - least <= RIGHT
  return { behind: doAgree ? offsetOf(least) : before.behind, recent }
}

const offsetOf = (lag: number): number => (lag > RIGHT ? lag : 0)

/** When something was heard, by our clock; one from the future is now. */
export const heardAt = (stamped: number, { behind }: GatewayClock, now: number): number =>
  Math.min(now, stamped + behind)
