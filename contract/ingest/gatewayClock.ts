/**
 * How far a gateway's clock is off ours, judged from when its reports arrive. The least that lies
 * between stamp and arrival is the clock's own; what a report took longer is its way.
 */
export interface GatewayClock {
  /** Milliseconds that its clock is behind; 0: it goes right. */
  behind: number
  /** Milliseconds that it is ahead. Only told: what was heard ahead of us was heard now. */
  ahead: number
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
  if (before === null) return { behind: offsetOf(lag), ahead: offsetOf(-lag), agreeing: alone }
  const { since, reports, least, most } = before.agreeing
  const joined = {
    since,
    reports: reports + 1,
    least: Math.min(least, lag),
    most: Math.max(most, lag),
  }
  const agreeing = joined.most - joined.least <= RIGHT ? joined : alone
  // Nothing arrives before it was sent.
  const ahead = offsetOf(-agreeing.least)
  if (lag < before.behind) return { behind: offsetOf(lag), ahead, agreeing }
  const isAgreed = agreeing.reports >= FEWEST && now - agreeing.since >= AGREED
  return { behind: isAgreed ? offsetOf(agreeing.least) : before.behind, ahead, agreeing }
}

const offsetOf = (lag: number): number => (lag > RIGHT ? lag : 0)

/** Seconds: a clock that is off by years was never set, or is set to nothing. */
const YEARS = 5 * 365 * 86_400

/** What is said of a clock that is so many seconds behind; less than none: ahead. */
export function clockOff(behind: number): 'right' | 'behind' | 'ahead' | 'neverSet' | 'yearsAhead' {
  if (behind === 0) return 'right'
  if (behind > 0) return behind > YEARS ? 'neverSet' : 'behind'
  return -behind > YEARS ? 'yearsAhead' : 'ahead'
}

/** When something was heard, by our clock; one from the future is now. */
export const heardAt = (
  stamped: number,
  { behind }: Pick<GatewayClock, 'behind'>,
  now: number,
): number => Math.min(now, stamped + behind)
