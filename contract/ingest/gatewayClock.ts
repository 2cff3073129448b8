/**
 * How far a gateway's clock is behind ours, judged from when its reports arrive. The least that lies
 * between stamp and arrival is the clock's own; what a report took longer is its way.
 */
export interface GatewayClock {
  /** Milliseconds that its clock is behind; 0: it goes right. */
  behind: number
  /** The latest reports whose lags agree, however fast they follow each other. */
  agreeing: Agreement
}

/** Of a lag: what lies between a report's newest stamp and its arrival, ms. */
interface Agreement {
  since: number
  reports: number
  least: number
  most: number
}

/** A way through a network, and a clock that is set now and then. */
const RIGHT = 3_000
/** Reports that agree for so long are no backlog: that one shrinks as it is sent. */
const AGREED = 10_000
const FEWEST = 4

/** Takes the newest stamp of one report in. `before` null: the first that is heard of it. */
export function judged(before: GatewayClock | null, stamped: number, now: number): GatewayClock {
  const lag = now - stamped
  const alone = { since: now, reports: 1, least: lag, most: lag }
  if (before === null) return { behind: offsetOf(lag), agreeing: alone }
  const { since, reports, least, most } = before.agreeing
  const joined = {
    since,
    reports: reports + 1,
    least: Math.min(least, lag),
    most: Math.max(most, lag),
  }
  const agreeing = joined.most - joined.least <= RIGHT ? joined : alone
  // Nothing arrives before it was sent.
  if (lag < before.behind) return { behind: offsetOf(lag), agreeing }
  const isAgreed = agreeing.reports >= FEWEST && now - agreeing.since >= AGREED
  return { behind: isAgreed ? offsetOf(agreeing.least) : before.behind, agreeing }
}

const offsetOf = (lag: number): number => (lag > RIGHT ? lag : 0)

/** When something was heard, by our clock; one from the future is now. */
export const heardAt = (stamped: number, { behind }: GatewayClock, now: number): number =>
  Math.min(now, stamped + behind)
